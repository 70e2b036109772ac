import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BUILD_CANARY } from '../lib/testing/build-secrets.mjs'
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
