import { describe, expect, test } from 'vitest'
import { columnsOf, nextSort, offeredColumns, readSort, shownColumns, sortRule, sortText, TABLES } from './columns'

test('columns that are chosen are shown, in the order of the table', () => {
  const names = (chosen: string[]) => shownColumns('accounts', chosen).map(({ name }) => name)
  expect(names(['slot', 'hash', 'lamports'])).toEqual(['hash', 'lamports', 'slot'])
  expect(names(['leaf', 'no such column'])).toEqual(['hash', 'leaf'])
})

test('a list of token accounts shows token data right behind the hash, and the rest only when it is chosen', () => {
  const names = (tokens: boolean, chosen: string[] | null = null) =>
    shownColumns('accounts', chosen, tokens).map(({ name }) => name)
  expect(names(true)).toEqual(['hash', 'amount', 'mint', 'wallet', 'delegate', 'state', 'slot'])
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

describe('the sort of a list in addresses', () => {
  test('every column of every kind of row is read and written in both directions', () => {
    for (const rows of TABLES) {
      for (const { name } of columnsOf(rows)) {
        for (const text of [name, `-${name}`]) {
          const sort = readSort(rows, text)
          expect(sort).toEqual({ column: name, descending: text.startsWith('-') })
          expect(sort && sortText(sort)).toBe(text)
        }
      }
    }
  })

  test('anything else is none, and the rule names what is', () => {
    for (const text of ['', '-', '--slot', 'Slot', 'slot ', '+slot', 'lamports,slot', 'constructor', '__proto__']) {
      expect(readSort('signatures', text), text).toBeNull()
    }
    expect(sortRule('signatures')).toBe(
      'must be one of signature, slot, time, or one of them behind a minus: greatest first',
    )
  })

  test('a heading sorts, turns the direction and sorts no more: numbers begin with the greatest', () => {
    const [text, figure] = [
      { name: 'mint', heading: 'Mint' },
      { name: 'amount', heading: 'Amount', figure: true },
    ]
    const cycle = (column: typeof text) => {
      const first = nextSort(column, { column: 'other', descending: true })
      const second = nextSort(column, first)
      return [first, second, nextSort(column, second)].map((sort) => sort && sortText(sort))
    }
    expect(cycle(text)).toEqual(['mint', '-mint', null])
    expect(cycle(figure)).toEqual(['-amount', 'amount', null])
    for (const column of columnsOf('signatures').slice(1)) expect(cycle(column)[0]).toBe(`-${column.name}`)
  })
})
