import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addRelease, linked, releasesOf, rollBack, targetProblem } from './releases.mjs'

let folder = ''
beforeEach(() => {
  folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-releases-')), 'leafscan')
})
afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true, force: true }))

const CHUNKS = path.join('.next', 'static', 'chunks')
let time = 0

async function add(name: string, chunks: string[] = []): Promise<string> {
  const added = await addRelease(folder, name, async (place) => {
    fs.mkdirSync(path.join(place, 'scripts'))
    fs.writeFileSync(path.join(place, 'scripts', 'start.mjs'), name, { mode: 0o600 })
    fs.mkdirSync(path.join(place, CHUNKS), { recursive: true, mode: 0o700 })
    for (const chunk of chunks) fs.writeFileSync(path.join(place, CHUNKS, chunk), `${name} ${chunk}`)
  })
  fs.utimesSync(path.join(folder, 'releases', added), ++time, time)
  return added
}

const running = () => fs.readFileSync(path.join(folder, 'current', 'scripts', 'start.mjs'), 'utf8')
const chunksOf = (release: string) => fs.readdirSync(path.join(folder, 'releases', release, CHUNKS)).sort()

describe('an upgrade', () => {
  test('is a release beside the one before, and the link leads to it', async () => {
    expect(targetProblem(folder)).toBeNull()
    await add('1.0.0-aaaaaaaa')
    expect([running(), linked(folder, 'previous')]).toEqual(['1.0.0-aaaaaaaa', null])
    expect(targetProblem(folder)).toBeNull()
    await add('1.1.0-bbbbbbbb')
    expect([running(), linked(folder, 'previous')]).toEqual(['1.1.0-bbbbbbbb', '1.0.0-aaaaaaaa'])
    expect(fs.readlinkSync(path.join(folder, 'current'))).toBe(path.join('releases', '1.1.0-bbbbbbbb'))
  })

  test('answers pages that were opened before it, and keeps no files for ever', async () => {
    await add('a', ['shared.js', 'a.js'])
    await add('b', ['shared.js', 'b.js'])
    expect(chunksOf('b')).toEqual(['a.js', 'b.js', 'shared.js'])
    expect(fs.readFileSync(path.join(folder, 'releases', 'b', CHUNKS, 'shared.js'), 'utf8')).toBe('b shared.js')
    for (const name of ['c', 'd', 'e']) await add(name, [`${name}.js`])
    expect(chunksOf('e')).toEqual(['b.js', 'c.js', 'd.js', 'e.js', 'shared.js'])
    expect(releasesOf(folder)).toEqual(['e', 'd', 'c'])
  })

  test('can be read by the user of a service, whatever the umask', async () => {
    await add('a')
    const mode = (name: string) => fs.statSync(path.join(folder, 'releases', 'a', name)).mode & 0o777
    expect([mode('.'), mode('scripts/start.mjs'), mode(CHUNKS)]).toEqual([0o755, 0o644, 0o755])
  })

  test('that fails leaves everything as it was', async () => {
    await add('a')
    const failing = addRelease(folder, 'b', async () => {
      throw new Error('no space left')
    })
    await expect(failing).rejects.toThrow('no space left')
    expect([running(), fs.readdirSync(path.join(folder, 'releases'))]).toEqual(['a', ['a']])
  })

  test('to the same commit again is another release: nothing is written over', async () => {
    expect([await add('a'), await add('a')]).toEqual(['a', 'a.2'])
    expect(linked(folder, 'current')).toBe('a.2')
  })
})

describe('a rollback', () => {
  test('leads to the release before, and a second one back', async () => {
    await add('a')
    await add('b')
    expect(rollBack(folder)).toEqual({ from: 'b', to: 'a' })
    expect(running()).toBe('a')
    expect(rollBack(folder)).toEqual({ from: 'a', to: 'b' })
    expect(running()).toBe('b')
  })

  test('is refused where there was none before', async () => {
    await add('a')
    expect(() => rollBack(folder)).toThrow('has no release before the current one')
    expect(running()).toBe('a')
  })

  test('keeps the release that it came from and the one that it leads to', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await add(name)
    rollBack(folder)
    expect([linked(folder, 'current'), linked(folder, 'previous')]).toEqual(['c', 'd'])
    await add('e')
    expect([linked(folder, 'current'), linked(folder, 'previous')]).toEqual(['e', 'c'])
    expect(releasesOf(folder)).toEqual(['e', 'd', 'c'])
  })
})

describe('a folder', () => {
  test('of something else is not touched', () => {
    fs.mkdirSync(folder)
    fs.writeFileSync(path.join(folder, 'notes.txt'), '')
    expect(targetProblem(folder)).toContain('holds something else')
    expect(targetProblem(path.join(folder, 'notes.txt'))).toContain('is no folder')
  })

  test('that was assembled before there were releases becomes one with releases', async () => {
    for (const name of ['scripts', 'dist']) fs.mkdirSync(path.join(folder, name), { recursive: true })
    fs.writeFileSync(path.join(folder, 'scripts', 'start.mjs'), 'old')
    expect(targetProblem(folder)).toBeNull()
    await add('a')
    expect(running()).toBe('a')
    expect(fs.readFileSync(path.join(folder, 'scripts', 'start.mjs'), 'utf8')).toBe('old')
  })
})
