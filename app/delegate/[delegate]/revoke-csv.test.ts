import { describe, expect, test } from 'vitest'
import { mintInfo } from '@/lib/testing/made-mints'
import { addressOf, hashOf } from '@/lib/testing/stand-in/fixtures'
import { delegatedRow } from '@/lib/testing/token-rows'
import { revokeCsv } from './revoke-csv'

describe('the file to revoke from', () => {
  const from = {
    network: 'sandbox',
    delegate: 'D',
    slots: '5 to 7',
    fetchedAt: '2026-11-20T00:00:00.000Z',
    old: null,
    rows: 'All 1,000 rows',
    mints: { [addressOf('mint 0')]: mintInfo(addressOf('mint 0'), 2) },
  }

  test('has provenance first, then exact integers', () => {
    const csv = revokeCsv([delegatedRow({ n: 9, mint: 0, wallet: 0, amount: 2n ** 64n - 1n, state: 'frozen' })], from)
    const lines = csv.split('\r\n')
    expect(lines.filter((line) => line.startsWith('# '))).toHaveLength(13)
    expect(lines.filter((line) => line.startsWith('# ') && /[,;\t"']/.test(line))).toEqual([])
    expect(lines).toContain('# rows: All 1000 rows')
    expect(lines.at(-6)).toBe(
      'owner,mint,hash,amount,delegatedAmount,state,ownerKind,extensions,tree,leafIndex,slotCreated',
    )
    expect(lines.at(-5)).toBe(
      `${addressOf('wallet 0')},${addressOf('mint 0')},${hashOf('row 9')},'18446744073709551615,'18446744073709551615,frozen,wallet,none,${addressOf('tree')},9,300000009`,
    )
    expect(lines.slice(-4)).toEqual([
      '# totals of the 1 row in this file',
      `# total of mint ${addressOf('mint 0')}: delegatedAmount 184467440737095516.15 tokens = 18446744073709551615 base units - amount 184467440737095516.15 tokens = 18446744073709551615 base units - in 1 row`,
      '# cells that a SUM leaves out: 1 in amount - 1 in delegatedAmount',
      '',
    ])
  })

  test('names what may be revoked of each account, and what its owner is', () => {
    const rows = [0n, 1n, 2n, 2n ** 64n - 1n].map((delegated, n) =>
      delegatedRow({ n, mint: 0, wallet: n, amount: 2n, state: 'initialized', delegated }),
    )
    const unread = delegatedRow({ n: 4, mint: 0, wallet: 4, amount: 2n, state: 'initialized', tlv: 'AQAAAP8=' })
    const lines = revokeCsv([...rows, unread], from)
      .split('\r\n')
      .slice(-8, -3)
    expect(lines.map((line) => line.split(',').slice(3, 8))).toEqual([
      ['2', '0', 'initialized', 'associated token account', 'compressed only'],
      ['2', '1', 'initialized', 'associated token account', 'compressed only'],
      ['2', '2', 'initialized', 'associated token account', 'compressed only'],
      ['2', '2', 'initialized', 'associated token account', 'compressed only'],
      ['2', '2', 'initialized', 'unknown', 'unreadable'],
    ])
  })
})
