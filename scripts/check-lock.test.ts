import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

const RECORDER = 'lib/indexer/sandbox/recorder/package-lock.json'

/** Runs the script in a repository that has these locks. */
function run(locks: Record<string, Record<string, object>>) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'check-lock-'))
  folders.push(root)
  const script = path.join(root, 'scripts', 'check-lock.mjs')
  for (const [name, packages] of Object.entries(locks)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), JSON.stringify({ lockfileVersion: 3, packages }))
  }
  fs.mkdirSync(path.dirname(script), { recursive: true })
  fs.copyFileSync(path.join(import.meta.dirname, 'check-lock.mjs'), script)
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  return { status, lines: stderr.split('\n').filter((line) => line !== '') }
}

describe('check-lock', () => {
  const good = {
    '': { optionalDependencies: { 'for-linux': '1.0.0' } },
    'node_modules/for-linux': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', optionalDependencies: { '@s/for-mac': '1.0.0' } },
    'node_modules/b/node_modules/@s/for-mac': { version: '1.0.0' },
  }

  it('lets pass a lock with every platform and no addresses', () => {
    expect(run({ 'package-lock.json': good })).toEqual({ status: 0, lines: [] })
  })

  it('names the package of another platform that is not locked, and who needs it', () => {
    const { 'node_modules/for-linux': _, ...without } = good
    expect(run({ 'package-lock.json': without })).toEqual({
      status: 1,
      lines: ['package-lock.json: the project needs for-linux on some platform, which is not locked'],
    })
    const { 'node_modules/b/node_modules/@s/for-mac': __, ...nested } = good
    expect(run({ 'package-lock.json': nested }).lines).toEqual([
      'package-lock.json: node_modules/b needs @s/for-mac on some platform, which is not locked',
    ])
  })

  it('is not content with a package of a longer name', () => {
    const packages = { '': { optionalDependencies: { b: '1' } }, 'node_modules/a-b': {}, 'node_modules/@s/b': {} }
    expect(run({ 'package-lock.json': packages }).status).toBe(1)
  })

  it.each(['package-lock.json', RECORDER])('names a package of %s that records where it was downloaded', (lock) => {
    const packages = {
      'node_modules/a': { resolved: 'https://packages.example/a.tgz' },
      'node_modules/b': { link: true },
    }
    expect(run({ 'package-lock.json': good, [lock]: packages })).toEqual({
      status: 1,
      lines: [`${lock}: node_modules/a records a download address`],
    })
  })
})
