import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { BUILD_CANARY } from '../lib/testing/build-secrets.mjs'
import manifest from '../package.json' with { type: 'json' }
import { npm, npmOf, PINNED } from '../scripts/npm-versions.mjs'
import { shippedFiles } from '../scripts/shipped.mjs'

const folder = path.resolve(import.meta.dirname, '..')
const names = shippedFiles(folder)

function everyFile(place: string): string[] {
  const entries = fs.readdirSync(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
}

test('what ships of it holds neither tests nor sources nor maps nor tools', () => {
  expect(names).toContain('node_modules/next/dist/server/next.js')
  const unwanted = /\.test\.|\.[cm]?tsx?$|\.map$|^node_modules\/(?:@img|sharp|typescript|esbuild|@next\/swc)|^lib\//
  expect(names.filter((name) => unwanted.test(name))).toEqual([])
})

test('nothing of what was built holds a secret of its environment: neither for the server nor for the browser', () => {
  const built = ['.next', 'dist'].flatMap((name) => everyFile(path.join(folder, name)))
  expect(built.length).toBeGreaterThan(200)
  expect(built.filter((file) => fs.readFileSync(file).includes(BUILD_CANARY))).toEqual([])
})

test('it is smaller than 60 MB', () => {
  const bytes = names.reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0)
  expect(bytes).toBeLessThan(60 * 1024 * 1024)
})

describe('npm pack', () => {
  const { stdout } = npm(npmOf(String(PINNED[0])), ['pack', '--dry-run', '--json'], folder)
  const [{ files, unpackedSize }]: [{ files: { path: string }[]; unpackedSize: number }] = JSON.parse(stdout)
  const packed = files.map((file) => file.path)

  test('takes the build, the recording and what starts them, and no sources, maps, tools or data', () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        '.next/BUILD_ID',
        'LICENSE',
        'dist/commit',
        'dist/environment.mjs',
        'dist/indexer-thread.mjs',
        'dist/server.mjs',
        'docs/configuration.md',
        'lib/indexer/sandbox/recording/sandbox.recording',
        'scripts/leafscan.mjs',
      ]),
    )
    const unwanted =
      /\.test\.|\.[cm]?tsx?$|\.map$|\.nft\.json$|\.node$|\.tmp$|(?:^|\/)(?:node_modules|\.data|\.git|\.npmrc|\.env)(?:\/|$)/
    expect(packed.filter((file) => unwanted.test(file))).toEqual([])
  })

  test('stays below 20 MB, unpacked', () => {
    expect(unpackedSize).toBeGreaterThan(5_000_000)
    expect(unpackedSize).toBeLessThan(20_000_000)
  })

  test('names no folder of the machine that built it', () => {
    const place = Buffer.from(folder + path.sep)
    expect(packed.filter((file) => fs.readFileSync(path.join(folder, file)).includes(place))).toEqual([])
  })

  test('depends on exact versions', () => {
    expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })
})
