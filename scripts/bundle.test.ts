import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundle } from './bundle.mjs'

const REPOSITORY = path.resolve(import.meta.dirname, '..')

let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bundle-'))
  write('entry.ts', "import { value } from './part'\nexport const doubled: number = 2 * value\n")
  write('part.ts', 'export const value: number = 21\n')
})

afterEach(() => fs.rmSync(folder, { recursive: true }))

const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text)
const place = (name: string) => path.relative(REPOSITORY, path.join(folder, name))
const made = () => bundle(place('entry.ts'), place('out.mjs'))

async function doubled(): Promise<unknown> {
  const { doubled } = await import(`${path.join(folder, 'out.mjs')}?${Math.random()}`)
  return doubled
}

test('what Node runs is made of the sources, and only when one of them has changed', async () => {
  expect(await made()).toBe(true)
  expect(await doubled()).toBe(42)
  expect(await made()).toBe(false)

  write('part.ts', 'export const value: number = 4\n')
  expect(await made()).toBe(true)
  expect(await doubled()).toBe(8)

  // A checkout changes times, not contents.
  fs.utimesSync(path.join(folder, 'part.ts'), new Date(0), new Date(0))
  expect(await made()).toBe(false)
})

test('it is made again where it, or what is known of its making, is gone or damaged', async () => {
  await made()
  fs.rmSync(path.join(folder, 'out.mjs'))
  expect(await made()).toBe(true)
  write('out.mjs.inputs.json', '{')
  expect(await made()).toBe(true)
  expect(await made()).toBe(false)
})

test('sources that do not build leave the old one as it was, and are told in a plain line', async () => {
  await made()
  write('part.ts', 'export const value = (\n')
  await expect(made()).rejects.toThrow(/entry\.ts does not build/)
  expect(await doubled()).toBe(42)
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('several of one process make it at once without taking each other’s file', async () => {
  await Promise.all([made(), made(), made()])
  expect(await doubled()).toBe(42)
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
