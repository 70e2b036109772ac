import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isForeign, prune } from './prune.mjs'

it('leaves in the built server what it runs and takes out sources, tests, maps, types and tools', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prune-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const needed = [
    '.next/server/app/page.js',
    '.next/server/app/icon.svg.body',
    'node_modules/next/dist/server/next.js',
    'node_modules/next/dist/compiled/semver/index.js',
    'node_modules/@resvg/resvg-js/LICENSE',
    'package.json',
  ]
  const gone = [
    '.next/server/app/page.js.map',
    '.next/server/app/page.js.nft.json',
    'lib/protocol/rpc/json.ts',
    'lib/protocol/rpc/json.test.ts',
    'node_modules/@img/sharp-linux-x64/lib/sharp.node',
    'node_modules/sharp/lib/index.js',
    'node_modules/semver/index.js',
    'node_modules/typescript/lib/tsc.js',
    'node_modules/next/dist/server/next.d.ts',
    'node_modules/next/dist/server/next.d.mts',
    'scripts/test.mjs',
    'vitest.config.ts',
  ]
  for (const file of [...needed, ...gone]) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), '')
  }
  prune(folder)
  const left = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name))).sort()).toEqual(
    needed.sort(),
  )
})

it('knows a library for another C library by its name', () => {
  const glibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header
  if (process.platform !== 'linux') return
  for (const [name, forGlibc] of [
    ['resvgjs.linux-x64-gnu.node', true],
    ['resvgjs.linux-x64-musl.node', false],
    ['sqlite.glibc.node', true],
    ['sqlite.musl.node', false],
  ] as const)
    expect([name, isForeign(`prebuilds/${name}`)]).toEqual([name, forGlibc !== glibc])
})
