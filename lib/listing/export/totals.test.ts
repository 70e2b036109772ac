import { describe, expect, test } from 'vitest'
import { EXPORT_REQUEST, EXPORT_SUMMARY } from '@/lib/testing/exports'
import { madeCompressedOnly } from '@/lib/testing/made-extensions'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import type { Items, RowsName } from '../../protocol/rpc/items'
import { parseJson } from '../../protocol/rpc/json'
import type { Mints } from '../../protocol/solana/mint-info'
import { type ExportSummary, exportHead, exportRows, exportTail } from './document'
import { summedColumns, Totals } from './totals'

/* features.md a23. */

const [LEAF, BARK] = [addressOf('mint of leaves'), addressOf('mint of bark')]
const MINTS: Mints = { [LEAF]: { mint: LEAF, decimals: 6, symbol: 'LEAF', name: null, program: '', source: null } }

const AMOUNTS = [0n, 3_100_000n, 999_999_999_999_999n, 9_007_199_254_740_993n, 123_456_789_012_345_678n, 2n ** 64n - 1n]

const made = AMOUNTS.flatMap((amount, i) =>
  [LEAF, BARK].map((mint) => {
    const { account, token } = makeTokenRow({
      name: `${i}`,
      mint,
      amount,
      delegate: addressOf('delegate'),
      ...(i === 1 && { tlv: madeCompressedOnly({ delegatedAmount: 7n }) }),
    })
    return { account: { ...account, lamports: AMOUNTS[(i + 1) % AMOUNTS.length] as bigint }, tokenData: token }
  }),
)
const accounts = made.map(({ account }) => account)
const total = AMOUNTS.reduce((sum, amount) => sum + amount)

const LISTS: [name: string, rows: 'accounts' | 'tokenAccounts', params: object, items: readonly Items[RowsName][]][] = [
  ['accounts of the token program', 'accounts', { owner: TOKEN_PROGRAM }, accounts],
  ['accounts of another owner', 'accounts', { owner: addressOf('owner') }, accounts],
  ['token accounts', 'tokenAccounts', { delegate: addressOf('delegate') }, made],
]

const completeReason = "the end was reached, and every response kept the order; the indexer's own"
const SUMMARY: ExportSummary = { ...EXPORT_SUMMARY, rows: made.length, completeReason }

function fileOf(rows: 'accounts' | 'tokenAccounts', params: object, items: readonly Items[RowsName][]): string {
  const request = {
    ...EXPORT_REQUEST,
    rows,
    params: { ...params, filters: [{ memcmp: { offset: 0, bytes: 'abc' } }] },
    network: 'a network, "quoted"; and\ttabbed',
    from: 'cursor,with;all"of\tit',
  }
  const totals = new Totals(rows, params).addRows(items as never, MINTS).read()
  return (
    exportHead('csv', request) +
    exportRows('csv', rows, items as never, params, MINTS) +
    exportTail('csv', {
      ...SUMMARY,
      totals,
      completeReason: 'a, b; "c"',
    })
  )
}

/** As readers with `comment='#'`: drops what follows a `#` outside quotes. */
function readPastComments(text: string): string[][] {
  const rows: string[][] = []
  let [row, field, quoted, comment]: [string[], string, boolean, boolean] = [[], '', false, false]
  for (const character of text) {
    if (character === '\n' && !quoted) {
      if (field !== '' || row.length > 0) rows.push([...row, field])
      ;[row, field, comment] = [[], '', false]
    } else if (comment || character === '\r') continue
    else if (character === '"') quoted = !quoted
    else if (quoted) field += character
    else if (character === '#') comment = true
    else if (character === ',') [row, field] = [[...row, field], '']
    else field += character
  }
  return rows
}

/** SUM as a spreadsheet computes it: numeric cells only, as doubles. */
const sumOf = (cells: readonly string[]) =>
  cells.filter((cell) => /^-?\d+(\.\d+)?$/.test(cell)).reduce((sum, cell) => sum + Number(cell), 0)

describe.each(LISTS)('a file of %s', (_, rows, params, items) => {
  const text = fileOf(rows, params, items)
  const remarks = text.split('\r\n').filter((line) => line.startsWith('#'))
  const [names = [], ...cells] = readPastComments(text)

  test('has a table behind its comments, whatever stands in these', () => {
    expect(cells).toHaveLength(items.length)
    expect(new Set([names, ...cells].map(({ length }) => length)).size).toBe(1)
    expect(remarks.filter((line) => /[,;\t"']/.test(line))).toEqual([])
    expect(text).not.toMatch(/^"#/m)
  })

  test('has bare numbers where a spreadsheet can sum them, and says which it leaves out', () => {
    for (const name of summedColumns(rows, params)) {
      const column = cells.map((row) => row[names.indexOf(name)] ?? '')
      const long = column.filter((cell) => cell.startsWith("'"))
      for (const cell of long) expect(cell.replace(/[^\d]/g, '').replace(/^0+|0+$/g, '').length).toBeGreaterThan(15)
      const said = new RegExp(` (\\d+) in ${name}(?: |$)`).exec(
        remarks.find((line) => line.includes('SUM leaves out:')) ?? '',
      )
      expect([name, Number(said?.[1] ?? 0)]).toEqual([name, long.length])
      expect(remarks.some((line) => line.startsWith('# columns ') && line.includes(name))).toBe(true)
    }
    const column = cells.map((row) => row[names.indexOf(rows === 'accounts' ? 'lamports' : 'account.lamports')] ?? '')
    const leftOut = column.filter((cell) => cell.startsWith("'")).reduce((sum, cell) => sum + BigInt(cell.slice(1)), 0n)
    expect(remarks).toContain(`# total lamports: ${BigInt(sumOf(column)) + leftOut}`)
    expect(remarks).toContain(`# total lamports: ${2n * total}`)
  })
})

test('totals are by mint, in tokens where decimals are known, exact beyond u64', () => {
  for (const [, rows, params, items] of LISTS.filter(([name]) => name.includes('token'))) {
    const lines = fileOf(rows, params, items).split('\r\n')
    const tokens = `${String(total).slice(0, -6)}.${String(total).slice(-6)}`
    expect(lines).toContain(`# total of mint ${LEAF}: ${tokens} tokens = ${total} base units in 6 rows`)
    expect(lines).toContain(`# total of mint ${BARK}: ${total} base units in 6 rows`)
  }
})

describe('whose totals they are is said', () => {
  const totals = new Totals('accounts', {}).addRows(accounts).read()
  const lineOf = (more: Partial<ExportSummary>) =>
    exportTail('csv', { ...SUMMARY, totals, ...more })
      .split('\r\n')
      .find((line) => line.startsWith('# totals'))

  test.each<[Partial<ExportSummary>, string]>([
    [{}, '# totals of the 12 rows in this file'],
    [{ rows: 1 }, '# totals of the 1 row in this file'],
    [{ page: true }, '# totals of the 12 rows in this file - one page of the list'],
    [{ complete: false, cursor: 'c' }, '# totals of the 12 rows in this file - which is incomplete'],
    [{ complete: null }, '# totals of the 12 rows in this file - which is not proven complete'],
    [{ fromCursor: true }, '# totals of the 12 rows in this file - which starts behind a cursor'],
  ])('%j', (more, line) => expect(lineOf(more)).toBe(line))

  test('as JSON in the last line of NDJSON, where integers are bare', () => {
    const tokens = new Totals('tokenAccounts', {}).addRows(made, MINTS).read()
    const text = exportTail('ndjson', { ...SUMMARY, totals: tokens })
    expect(text).toContain(`"amount":${total}`)
    expect((parseJson(text) as { end: object }).end).toMatchObject({
      totals: {
        lamports: 2n * total,
        mints: [
          { mint: LEAF, rows: 6, amount: total, decimals: 6, amount_in_tokens: expect.stringMatching(/^\d+\.\d{6}$/) },
          { mint: BARK, rows: 6, amount: total, decimals: null, amount_in_tokens: null },
        ],
      },
    })
  })
})

describe('totals of parts', () => {
  test.each(LISTS)('of %s come to those of all', (_, rows, params, items) => {
    const of = (some: readonly Items[RowsName][]) => new Totals(rows, params).addRows(some as never, MINTS)
    const all = of(items).read()
    const sum = of(items.slice(0, 5)).addRows(items.slice(5) as never, MINTS)
    expect(sum.read()).toEqual(all)
  })

  test('count rows that hold no token data, and give up by mint above 10,000 mints', () => {
    const params = { owner: TOKEN_PROGRAM }
    const bare = makeAccounts(addressOf('owner'), 3).map((row) => ({ ...row, data: null }))
    expect(new Totals('accounts', params).addRows([...accounts, ...bare]).read()).toMatchObject({ withoutToken: 3 })
    const [row] = made
    if (!row) throw new Error('no rows were made')
    const many = Array.from({ length: 10_001 }, (_, i) => ({
      ...row,
      tokenData: { ...row.tokenData, mint: `mint ${i}` },
    }))
    const sum = new Totals('tokenAccounts', {}).addRows(many).addRows(many)
    expect(sum.read()).toMatchObject({ tooManyMints: true, mints: {} })
    expect(exportTail('csv', { ...SUMMARY, totals: sum.read() })).toContain('# totals by mint: left out')
  })
})
