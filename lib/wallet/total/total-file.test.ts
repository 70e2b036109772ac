import { describe, expect, it } from 'vitest'
import { csvFields, csvRecords, withoutComments } from '@/lib/format/csv'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import type { MintTotal, WalletTotal } from './contract'
import { totalCsv } from './total-file'

const MINT = addressOf('mint')
const U64_MAX = 2n ** 64n - 1n
const AT = '2026-11-29T10:00:00.000Z'
const NOTHING = { accounts: 0, amount: 0n }

const ROW: MintTotal = {
  mint: MINT,
  sum: 'exact',
  total: U64_MAX + 12n,
  places: {
    spl: { accounts: 1, amount: U64_MAX },
    token2022: NOTHING,
    light: { accounts: 1, amount: 5n },
    compressed: { accounts: 2, amount: 7n },
  },
  isNative: true,
  withheld: 3n,
  confidential: 1,
  reasons: [],
}

const TOTAL: WalletTotal = {
  wallet: addressOf('wallet'),
  sum: 'exact',
  slot: 1_234_567,
  slots: { spl: 1_234_567, compressed: 1_234_560 },
  reasons: [],
  sol: { sum: 'at least', total: 9n, chain: null, compressed: 9n },
  mints: [ROW],
  accounts: [],
  unaskedMints: 0,
}

function rowsOf(total: WalletTotal, mints: Mints = {}): Record<string, string>[] {
  const [names = [], ...rows] = csvRecords(withoutComments(totalCsv(total, 'far', mints, AT))).map(csvFields)
  return rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])))
}

const info = (symbol: string) => ({
  [MINT]: { mint: MINT, decimals: 6, symbol, name: null, program: '', source: null, displayed: 'scaled' as const },
})

describe('a wallet’s totals as a file', () => {
  it('have every digit of every place, with slot and decimals', () => {
    expect(rowsOf(TOTAL, info('LEAF'))).toEqual([
      {
        ...{ mint: MINT, symbol: 'LEAF', sum: 'exact', total: `'${U64_MAX + 12n}` },
        ...{ spl: `'${U64_MAX}`, token2022: '0', light: '5', compressed: '7', accounts: '4' },
        ...{ decimals: '6', displayed: 'scaled', withheld: '3', confidential_accounts: '1', wrapped_sol: '1' },
        ...{ slot: '1234567', reasons: '', total_in_tokens: "'18446744073709.551627" },
      },
    ])
  })

  it('say what is not exact and why, and leave empty what is not known', () => {
    const sum = 'none' as const
    const torn = { ...TOTAL, sum, reasons: ['Torn, "once".'], mints: [{ ...ROW, sum, total: null, reasons: ['Cut.'] }] }
    const [row] = rowsOf(torn)
    const unknown = { total: '', slot: '', symbol: '', decimals: '', total_in_tokens: '' }
    expect(row).toMatchObject({ ...unknown, sum: 'none', spl: `'${U64_MAX}`, reasons: 'Torn, "once". Cut.' })
    const file = totalCsv(torn, 'far', {}, AT)
    expect(file).toContain('# sum: none\r\n# read at slots: spl 1234567 - compressed 1234560\r\n# reason: Torn - ')
    expect(file).toContain('# lamports: at least - 9 - on the chain not known - compressed 9\r\n')
    expect(totalCsv(TOTAL, 'far', {}, AT)).toContain('# sum: exact at slot 1234567\r\n')
  })

  it.each(['=1+1', '@SUM(A1)', '+1', '-1', 'DEC1'])('write the symbol %s so that no spreadsheet reads it', (symbol) => {
    expect(rowsOf(TOTAL, info(symbol))[0]?.symbol).toBe(`'${symbol}`)
  })
})
