import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faultsOfTable, rowsIn, unshown } from './fault-rows.mjs'

const root = path.resolve(import.meta.dirname, '..')
const rows = rowsIn(fs.readFileSync(path.join(root, 'docs/faults.md'), 'utf8'))

test('every row of the fault plan stands in the table once, with files that exist or the reason why there is none', () => {
  expect(faultsOfTable(rows, root)).toEqual([])
})

test('a row that lacks, stands twice or names nothing is told', () => {
  const [first, second, ...rest] = rows
  if (!first || !second) throw new Error('no rows')
  const nothing = { ...second, files: [], leftOut: false }
  const elsewhere = { ...second, files: ['lib/nowhere.test.ts'] }
  expect(faultsOfTable([second, ...rest], root)).toEqual(['F01 does not stand in docs/faults.md once'])
  expect(faultsOfTable([first, first, second, ...rest], root)).toEqual(['F01 does not stand in docs/faults.md once'])
  expect(faultsOfTable([first, nothing, ...rest], root)).toEqual(['F02 names neither a test nor a reason'])
  expect(faultsOfTable([first, elsewhere, ...rest], root)).toEqual(['F02: there is no lib/nowhere.test.ts'])
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
