import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const table = fs.readFileSync(path.join(root, 'docs/faults.md'), 'utf8')

interface Row {
  id: string
  cell: string
}

/** Rows of the tables of docs/faults.md: name and last cell. */
const rows: Row[] = [...table.matchAll(/^\| ([A-Z]\d\d) \|.*\| (.+) \|$/gm)].map(([, id = '', cell = '']) => ({
  id,
  cell,
}))

/** Tests that a cell names: each file with the beginnings of titles in it. */
function testsIn(cell: string): { file: string; titles: string[] }[] {
  return [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")+)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }))
}

function ids(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`)
}

test('every row F01 to F51 stands in the table once, with a test or the reason why there is none', () => {
  expect(rows.map(({ id }) => id).filter((id) => id.startsWith('F'))).toEqual(ids('F', 51))
})

test.each(rows)('$id: the tests that the table names exist', ({ id, cell }) => {
  const tests = testsIn(cell)
  if (tests.length === 0) {
    expect(cell, 'no test, so a reason').toMatch(/^Left out: \S/)
    return
  }
  for (const { file, titles } of tests) {
    const source = fs.readFileSync(path.join(root, file), 'utf8')
    for (const title of titles) {
      expect(title, `a title of ${id} begins with its row`).toContain(id)
      // A title is a string, or the first member of a case of a table of cases.
      expect(source.includes(`'${title}`) || source.includes(`"${title}`) || source.includes(`\`${title}`), title).toBe(
        true,
      )
    }
  }
})
