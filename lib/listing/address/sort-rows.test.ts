import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { runs } from '@/lib/testing/suite'
import type { Items, RowsName } from '../../protocol/rpc/items'
import { cellReader } from './column-values'
import { columnsOf, TABLES } from './columns'
import { compareCells, sortedIndices, sortRows } from './sort-rows'

const ROWS: { [R in RowsName]: Items[R][] } = {
  accounts: makeAccounts(addressOf('owner'), 40),
  tokenAccounts: makeTokenAccounts(addressOf('delegate'), 40),
  signatures: makeSignatures(40),
}

function expectAllRows<R extends RowsName>(rows: R): void {
  const items: readonly Items[R][] = ROWS[rows]
  for (const { name } of columnsOf(rows)) {
    expect(new Set(sortRows(rows, items, { column: name, descending: true }, null))).toEqual(new Set(items))
  }
}

describe('rows sorted by a column', () => {
  test('empty cells stand last in both directions, equal ones in the order of the list', () => {
    const cells = [null, 2n, 1n, null, 2n]
    expect(sortedIndices(cells, false)).toEqual([2, 1, 4, 0, 3])
    expect(sortedIndices(cells, true)).toEqual([1, 4, 2, 0, 3])
    expect(compareCells(null, null, true)).toBe(0)
  })

  test('a time that is not known is an empty cell', () => {
    expect(cellReader('signatures', 'time')({ signature: 'x', slot: 1, blockTime: 0 }, null)).toBeNull()
  })

  test('a column that is called as a member of its rows has the value of that member', () => {
    const [row] = ROWS.accounts
    if (!row) throw new Error('no row')
    expect(cellReader('accounts', 'lamports')(row, null)).toBe(row.lamports)
    expect(cellReader('accounts', 'leaf')(row, null)).toBe(row.leafIndex)
  })

  test('sorting loses no row and adds none, whatever the column', () => {
    for (const rows of TABLES) expectAllRows(rows)
  })

  test('every cell stands above the next one, or is equal and came before it', () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.bigInt({ min: 0n, max: 3n }),
    )
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 50 }), fc.boolean(), (cells, descending) => {
        const order = sortedIndices(cells, descending)
        expect(order.toSorted((a, b) => a - b)).toEqual(cells.map((_, i) => i))
        for (const [place, i] of order.entries()) {
          const next = order[place + 1]
          if (next === undefined) break
          const compared = compareCells(cells[i] ?? null, cells[next] ?? null, descending)
          expect(compared < 0 || (compared === 0 && i < next)).toBe(true)
        }
      }),
      runs(100, 1_000, 10_000),
    )
  })

  test('a name that is no column is refused', () => {
    expect(() => cellReader('accounts', 'constructor')).toThrow('no column constructor among accounts')
  })
})
