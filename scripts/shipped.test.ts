import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isForeign, shippedFiles } from './shipped.mjs'

it('names what a built explorer opens: its build, what the traces list, the framework; no sources, maps, types and tools', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'shipped-'))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  const write = (file: string, text = '') => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  const trace = (...files: string[]) => JSON.stringify({ version: 1, files })
  write('.next/next-server.js.nft.json', trace('../node_modules/react/index.js', '../node_modules/sharp/lib/index.js'))
  write('.next/server/app/page.js.nft.json', trace('../../../node_modules/lru-cache/index.js', '../../../lib/a.ts'))
  const needed = [
    '.next/BUILD_ID',
    '.next/server/app/icon.svg.body',
    '.next/server/app/page.js',
    'node_modules/lru-cache/index.js',
    'node_modules/next/dist/server/next.js',
    'node_modules/react/index.js',
  ]
  const left = [
    '.next/cache/a',
    '.next/server/app/page.js.map',
    '.next/standalone/node_modules/next/dist/server/next.js',
    'lib/a.ts',
    'node_modules/next/dist/compiled/next-server/app-page.runtime.dev.js',
    'node_modules/next/dist/docs/a.js',
    'node_modules/next/dist/server/next.d.ts',
    'node_modules/other/index.js',
    'node_modules/sharp/lib/index.js',
  ]
  for (const file of [...needed, ...left]) write(file)
  expect(shippedFiles(root)).toEqual(needed)
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
