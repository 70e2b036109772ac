import { describe, expect, test } from 'vitest'
import type { RowsName } from '../../protocol/rpc/items'
import { columnsOf, TABLES } from './columns'
import { nextSort, orderOf, readSort, sortRule, sortText } from './sort'

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

  test('each column is sorted by what stands in it', () => {
    const sorted = (rows: RowsName, by: ReturnType<typeof orderOf>) =>
      columnsOf(rows).flatMap((column) => (orderOf(column) === by ? column.name : []))
    for (const rows of TABLES) {
      expect(sorted(rows, 'age'), rows).toEqual(rows === 'signatures' ? ['slot', 'time'] : ['slot'])
      expect(['amount', 'lamports', 'leaf', 'delegated']).toEqual(expect.arrayContaining(sorted(rows, 'size')))
    }
    expect(sorted('accounts', 'length')).toEqual(['data'])
    expect(sorted('accounts', 'alphabet')).toEqual(
      expect.arrayContaining(['hash', 'mint', 'wallet', 'delegate', 'state', 'address', 'tree']),
    )
  })
})
