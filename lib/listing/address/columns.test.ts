import { expect, test } from 'vitest'
import { columnsOf, offeredColumns, shownColumns, TABLES } from './columns'

test('columns that are chosen are shown, in the order of the table', () => {
  const names = (chosen: string[]) => shownColumns('accounts', chosen).map(({ name }) => name)
  expect(names(['slot', 'hash', 'lamports'])).toEqual(['hash', 'lamports', 'slot'])
  expect(names(['leaf', 'no such column'])).toEqual(['hash', 'leaf'])
})

test('a list of token accounts shows token data right behind the hash, and the rest only when it is chosen', () => {
  const names = (tokens: boolean, chosen: string[] | null = null) =>
    shownColumns('accounts', chosen, tokens).map(({ name }) => name)
  expect(names(true)).toEqual(['hash', 'mint', 'amount', 'wallet', 'delegate', 'state', 'slot'])
  expect(names(true, ['lamports', 'leaf', 'tree', 'amount'])).toEqual(['hash', 'amount', 'lamports', 'leaf', 'tree'])
  expect(names(false)).toEqual(['hash', 'data', 'address', 'lamports', 'leaf', 'slot'])
  expect(names(false, ['mint', 'tree'])).toEqual(['hash', 'tree'])
})

test.each(TABLES)('what a list of %s shows of itself it offers, and every column that is chosen it shows', (rows) => {
  for (const tokens of [true, false]) {
    const offered = offeredColumns(rows, tokens)
    expect(offered).toEqual(expect.arrayContaining([...shownColumns(rows, null, tokens)]))
    const all = columnsOf(rows).map(({ name }) => name)
    expect(shownColumns(rows, all, tokens)).toEqual(offered)
  }
})

test.each(TABLES)('the column of %s that says which row it is stays, whatever is chosen', (rows) => {
  expect(shownColumns(rows, [])).toEqual(columnsOf(rows).slice(0, 1))
})

test.each(TABLES)('no two columns of %s have one name or one heading', (rows) => {
  const columns = columnsOf(rows)
  expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length)
  expect(new Set(columns.map(({ heading }) => heading)).size).toBe(columns.length)
})
