import { expect, test } from 'vitest'
import { columnsOf, shownColumns, TABLES } from './columns'

test('columns that are chosen are shown, in the order of the table', () => {
  const names = (chosen: string[]) => shownColumns('accounts', chosen).map(({ name }) => name)
  expect(names(['slot', 'hash', 'lamports'])).toEqual(['hash', 'lamports', 'slot'])
  expect(names(['leaf', 'no such column'])).toEqual(['hash', 'leaf'])
})

test.each(TABLES)('all columns of %s are shown where nothing is chosen, or everything', (rows) => {
  expect(shownColumns(rows, null)).toEqual(columnsOf(rows))
  expect(
    shownColumns(
      rows,
      columnsOf(rows).map(({ name }) => name),
    ),
  ).toEqual(columnsOf(rows))
})

test.each(TABLES)('the column of %s that says which row it is stays, whatever is chosen', (rows) => {
  expect(shownColumns(rows, [])).toEqual(columnsOf(rows).slice(0, 1))
})

test.each(TABLES)('no two columns of %s have one name or one heading', (rows) => {
  const columns = columnsOf(rows)
  expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length)
  expect(new Set(columns.map(({ heading }) => heading)).size).toBe(columns.length)
})
