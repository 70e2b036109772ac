import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rowsIn, unshown } from './fault-rows.mjs'

const root = path.resolve(import.meta.dirname, '..')
const rows = rowsIn(fs.readFileSync(path.join(root, 'docs/faults.md'), 'utf8'))

test('every row of the fault plan stands in the table once, with files that exist or the reason why there is none', () => {
  const idsOf = (letter: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`)
  expect(rows.map(({ id }) => id).sort()).toEqual([...idsOf('B', 12), ...idsOf('F', 51)])
  expect(rows.filter(({ files, leftOut }) => files.length === 0 && !leftOut)).toEqual([])
  expect(rows.flatMap(({ files }) => files).filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
})

test('a row is shown by a test that passed and whose title begins with it, in each of its files that ran', () => {
  const table = rowsIn(
    '| F32 | odd | `a.test.ts`, `b.test.ts` |\n| F35 | odder | `a.test.ts` |\n| F36 | none | Left out: no |\n',
  )
  const ran = (title: string, passed = true, file = 'a.test.ts') => ({ file, title, passed })
  expect(unshown(table, [ran('F32 F35 both')])).toEqual([])
  expect(unshown(table, [ran('F32 one, and F35 not')])).toEqual(['F35: no test in a.test.ts shows it'])
  expect(unshown(table, [ran('F32 F35 both', false)])).toHaveLength(2)
  expect(unshown(table, [ran('F32 F35 both'), ran('something else', true, 'b.test.ts')])).toEqual([
    'F32: no test in b.test.ts shows it',
  ])
})
