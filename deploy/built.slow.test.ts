import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BUILD_CANARY } from '../lib/testing/build-secrets.mjs'
import { isForeign } from '../scripts/prune.mjs'

/* What `npm run build` has put together for `npm start`. The suite builds before it runs. */

const folder = path.resolve(import.meta.dirname, '../.next/standalone')
const names = everyFile(folder).map((file) => path.relative(folder, file))

function everyFile(place: string): string[] {
  const entries = fs.readdirSync(place, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
}

test('the built server holds neither tests nor sources nor maps nor tools', () => {
  expect(names).toContain('node_modules/next/dist/server/next.js')
  const unwanted = /\.test\.|\.[cm]?tsx?$|\.map$|^node_modules\/(?:@img|sharp|typescript|esbuild|@next\/swc)|^lib\//
  expect(names.filter((name) => unwanted.test(name))).toEqual([])
})

test('of native libraries it holds this platform’s rasteriser and no other', () => {
  const native = names.filter((name) => name.endsWith('.node'))
  expect(native).toEqual([expect.stringContaining(`${process.platform}-${process.arch}`)])
  expect(native.filter(isForeign)).toEqual([])
})

test('nothing of what was built holds a secret of its environment: neither for the server nor for the browser', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const built = ['.next', 'dist'].flatMap((name) => everyFile(path.join(root, name)))
  expect(built.length).toBeGreaterThan(200)
  expect(built.filter((file) => fs.readFileSync(file).includes(BUILD_CANARY))).toEqual([])
})

test('it is smaller than 40 MB', () => {
  const bytes = names.reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0)
  expect(bytes).toBeLessThan(40 * 1024 * 1024)
})
