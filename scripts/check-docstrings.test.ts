import { describe, expect, test } from 'vitest'
import { undocumented } from './check-docstrings.mjs'

const names = (text: string, file = 'lib/format/some.ts') => undocumented(file, text).map(({ name }) => name)

describe('an export needs a docstring', () => {
  test.each([
    'export const LIMIT = 3',
    'export function read() {}',
    'export async function read() {}',
    'export function* read() {}',
    'export class Reader {}',
    'export abstract class Reader {}',
    'export interface Row {}',
    'export type Row = string',
    'export enum Kind {}',
  ])('%s', (line) => {
    const [name] = /LIMIT|read|Reader|Row|Kind/.exec(line) ?? []
    expect(names(line)).toEqual([name])
    expect(names(`/** What it is. */\n${line}`)).toEqual([])
    expect(names(`/**\n * What it is.\n * @throws Error when it is not\n */\n${line}`)).toEqual([])
  })

  test('right above it, and no other comment stands for it', () => {
    expect(names('/** Of another. */\n\nexport const LIMIT = 3')).toEqual(['LIMIT'])
    expect(names('/** Of another. */\nconst LEAST = 1\nexport const LIMIT = 3')).toEqual(['LIMIT'])
    expect(names('// What it is.\nexport const LIMIT = 3')).toEqual(['LIMIT'])
    expect(names('/* What the file is. */\nexport const LIMIT = 3')).toEqual(['LIMIT'])
  })

  test('with a remark to a tool between them, if need be', () => {
    expect(names('/** What it is. */\n// biome-ignore lint/a/b: why\nexport const LIMIT = 3')).toEqual([])
  })

  test('once, where a function has several signatures', () => {
    const signatures = 'export function read(a: string): string\nexport function read(a: number): number'
    expect(names(`/** What it reads. */\n${signatures}`)).toEqual([])
    expect(names(signatures)).toEqual(['read'])
  })
})

test('each is named with its line', () => {
  const text = '/** Known. */\nexport const A = 1\n\nexport const B = 2\n'
  expect(undocumented('lib/format/some.ts', text)).toEqual([{ name: 'B', line: 4 }])
})

test('what the framework calls by its name needs none, where it looks for it', () => {
  const text = 'export const metadata = {}\nexport default function Page() {}'
  expect(names(text, 'app/help/page.tsx')).toEqual([])
  expect(names(text, 'app/help/words.tsx')).toEqual(['metadata'])
  expect(names('export { answer as GET } from "../answer"', 'app/api/route.ts')).toEqual([])
})
