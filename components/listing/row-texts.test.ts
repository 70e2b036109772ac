import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { createMatcher } from './row-texts'

const MAX = 2n ** 64n - 1n
const delegate = base58.encode(new Uint8Array(32).fill(7))
const row = makeTokenRow({ amount: MAX, delegate, state: 'frozen', lamports: 1_500_000_000n, tree: 'aTree' })

function finds(query: string, of: AccountItem, columns: string[] | null, tokens: boolean): boolean {
  return createMatcher('accounts', { columns, tokens }, query)?.(of) ?? true
}

describe('what is found in a row', () => {
  it('is its token data where the list shows it: amount, mint, wallet, delegate and state', () => {
    const { mint, owner } = row.token
    for (const query of [
      String(MAX),
      '18,446,744,073,709,551,615',
      mint,
      owner,
      delegate,
      'frozen',
      row.account.hash,
    ]) {
      expect(finds(query, row.account, null, true), query).toBe(true)
    }
    expect(finds(String(MAX - 1n), row.account, null, true)).toBe(false)
  })

  it('is only what its columns show', () => {
    expect(finds('aTree', row.account, null, true)).toBe(false)
    expect(finds('aTree', row.account, ['tree'], true)).toBe(true)
    expect(finds(row.token.mint, row.account, ['tree'], true)).toBe(false)
    expect(finds(row.token.mint, row.account, null, false)).toBe(false)
  })

  it('is an amount of SOL as it is drawn and by its lamports, and a discriminator as bytes and as u64', () => {
    for (const query of ['1.5', '1,500,000,000', '02 00 00', '2']) {
      expect(finds(query, row.account, null, false), query).toBe(true)
    }
  })
})
