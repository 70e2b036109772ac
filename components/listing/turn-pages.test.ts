import { describe, expect, test } from 'vitest'
import type { TokenUnits } from '@/lib/account/mints/contract'
import { listAnswer } from '@/lib/testing/list-answer'
import { addressOf, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { ShownList } from './list-view'
import { factsOfNext } from './turn-pages'

const DELEGATE = addressOf('delegate of pages turned')
const [KNOWN, UNKNOWN] = [addressOf('mint with decimals'), addressOf('mint without')]
const UNITS: TokenUnits = { mints: { [KNOWN]: { decimals: 6, symbol: null } }, decimals: 0, room: '' } as never

const rowsOf = (mint: string) =>
  makeTokenAccounts(DELEGATE, 3).map((row) => ({ ...row, tokenData: { ...row.tokenData, mint, amount: 1_500_000n } }))

function next(
  here: string,
  there: string,
  { rowsBefore = 0 as number | null, isFirst = true, cursor = 'next', counted = {} } = {},
) {
  const list = {
    method: 'getCompressedTokenAccountsByDelegate',
    params: { delegate: DELEGATE, ...(!isFirst && { cursor: 'here' }) },
    position: { rowsBefore, previous: null, isFirst, firstSlot: isFirst ? null : 90 },
    units: UNITS,
  } as unknown as ShownList<'getCompressedTokenAccountsByDelegate'>
  return factsOfNext(
    list,
    cursor,
    listAnswer(rowsOf(here), { slot: 100, ...counted }, 'next'),
    listAnswer(rowsOf(there), { slot: 101 }, null),
  )
}

describe('the place of the next page', () => {
  test('follows the rows of this one, and names the first page’s slot', () => {
    expect(next(KNOWN, KNOWN)?.position).toEqual({ rowsBefore: 3, previous: null, isFirst: false, firstSlot: 100 })
    expect(next(KNOWN, KNOWN, { rowsBefore: 50, isFirst: false })?.position).toEqual({
      rowsBefore: 53,
      previous: 'here',
      isFirst: false,
      firstSlot: 90,
    })
  })

  test('is counted from where the answer says that this one is', () => {
    expect(next(KNOWN, KNOWN, { counted: { rowsBefore: 7 } })?.position.rowsBefore).toBe(10)
  })

  test('stays unknown after a place that is', () => {
    expect(next(KNOWN, KNOWN, { rowsBefore: null, isFirst: false })?.position.rowsBefore).toBeNull()
  })

  test('is the server’s to tell for any other page', () => {
    expect(next(KNOWN, KNOWN, { cursor: 'another' })).toBeNull()
  })
})

describe('amounts of the next page', () => {
  test('have room for its own decimals', () => {
    expect(next(KNOWN, KNOWN)?.units).toMatchObject({ decimals: 1 })
  })

  test('are the server’s to write where a mint is new, and base units where this page has them too', () => {
    expect(next(KNOWN, UNKNOWN)).toBeNull()
    expect(next(UNKNOWN, UNKNOWN)).not.toBeNull()
  })
})
