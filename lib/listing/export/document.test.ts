import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXPORT_REQUEST, EXPORT_SUMMARY } from '@/lib/testing/exports'
import { madeCompressedOnly } from '@/lib/testing/made-extensions'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { rowColumns } from '../../account/file-columns'
import {
  csvComment,
  csvField,
  csvFields,
  csvNumber,
  csvRecords,
  csvRow,
  csvText,
  plainForComment,
  spreadsheetSafe,
  withoutComments,
} from '../../format/csv'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import type { RowsName } from '../../protocol/rpc/items'
import { parseJson } from '../../protocol/rpc/json'
import { type ExportSummary, exportFileName, exportHead, exportRows, exportTail } from './document'

const readCsv = (text: string) => csvRecords(text).map(csvFields)

describe('a CSV field', () => {
  test('comes back as it was, but for an apostrophe where a spreadsheet would read something else', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (fields) => {
        const [read = []] = readCsv(csvRow(fields))
        expect(read.map((text, i) => (text === fields[i] ? text : text.replace(/^'/, '')))).toEqual(fields)
      }),
    )
  })

  test.each([
    ...['0', '7', '999999999999999', '3.1', '0.1', '0.000000001', '123456789.012345', '-3.1', '-999999999999999'],
    ...['1000000000000000', '18446744073709500000', '0.000000000000000000001', '100000000000000.0', '0.00', '-0.1'],
  ])('is a number with up to 15 significant digits: %s', (text) => expect(csvField(text)).toBe(text))

  test.each([
    ...['9999999999999999', '1000000000000001', '18446744073709551615', '9007199254740993', '123456789012345678'],
    ...['18446744073709.551615', '0.1234567890123456', '1.000000000000001', '1000000000000000.5', '-1000000000000001'],
    '9'.repeat(400),
  ])('is text with more than 15 significant digits: %s', (text) => expect(csvField(text)).toBe(`'${text}`))

  test.each(['1e5', '1E12', '-1+1', '-A1', '--1', '-1-1', '-', '-.5', '+3.1'])('is no bare number: %s', (text) => {
    expect([csvText(text), spreadsheetSafe(csvText(text))].at(-1)).toMatch(/^'/)
  })

  test('of a measurement has no exponent and no digit that a spreadsheet would lose', () => {
    expect([1e-7, 0.1 + 0.2, 2 / 3, 12.5, 0, 1e21, 9_007_199_254_740_991].map(csvNumber)).toEqual([
      '0.0000001',
      '0.3',
      '0.666666666666667',
      '12.5',
      '0',
      '1000000000000000000000',
      '9007199254740991',
    ])
  })

  test('is no formula for any text, and reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\0",\na＝＋－＠') }), (text) => {
        const field = csvField(text)
        expect(/^"?[=+\-@\t\r\n\0＝＋－＠]/.test(field)).toBe(false)
        const inner = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field
        expect(inner === text || inner === `'${text}`).toBe(true)
        if (/[",\r\n]/.test(inner)) expect(field.startsWith('"') && field.endsWith('"')).toBe(true)
      }),
    )
  })
})

describe('a remark', () => {
  const NOT_IN_REMARKS = /[,;"'\t]/

  test('of any text is one line without a separator or a quote, and tells the text', () => {
    const unit = fc.oneof(
      fc.constantFrom(',', ';', '"', "'", '\t', '\r', '\n', '%', '2', 'C', '\0', '\u2028'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.string({ unit: unit.map((text) => text) }), (text) => {
        const line = csvComment(text)
        expect(line).toMatch(/^# [^\r\n]*\r\n$/)
        expect(line).not.toMatch(NOT_IN_REMARKS)
        const told = line.slice(2, -2).replaceAll(/(?:%[0-9A-F]{2})+/g, (escaped) => decodeURIComponent(escaped))
        expect(told).toBe(text)
      }),
    )
  })

  test('leaves what needs no escape as it is', () => {
    expect(csvComment('filters=[{"offset":0}]&x=50% a,b')).toBe('# filters=[{%22offset%22:0}]&x=50% a%2Cb\r\n')
    expect(csvComment(plainForComment("1,234 rows; the indexer's order, not known"))).toBe(
      '# 1234 rows - the indexer’s order - not known\r\n',
    )
  })

  test('goes away with all others, and no row with it', () => {
    const rows = [csvRow(['a', '#b']), csvRow(['#c', 'd\r\n# e']), csvRow(["'", '"'])]
    const text = [csvComment('one'), rows[0], csvComment('two "quoted"'), rows[1], rows[2], csvComment('end')].join('')
    expect(withoutComments(text)).toBe(rows.join(''))
  })
})

describe('a text that is no integer', () => {
  test.each(['TRUE', 'false', '1'.repeat(32), `1e${'1'.repeat(30)}`, `${'7'.repeat(43)}.`])(
    'is none to a spreadsheet either: %s',
    (text) => expect(csvText(text)).toBe(`'${text}`),
  )

  test('stays as it is where it cannot be mistaken', () => {
    for (const text of ['', 'frozen', 'AQ==', addressOf('owner'), Buffer.alloc(64, 7).toString('base64')]) {
      expect(csvText(text)).toBe(text)
    }
  })

  test('is no number, no truth value and no date for any text', () => {
    const unit = fc.constantFrom('0', '1', '9', 'e', 'E', '.', ',', '+', '-', '/', ':', 'T', 'R', 'U', 'a')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const safe = csvText(text)
        if (safe.startsWith("'")) return
        expect(text === '' || Number.isNaN(Number(text.replaceAll(',', '')))).toBe(true)
        expect(/^(true|false)$/i.test(text)).toBe(false)
        if (text.length < 32) expect(text).not.toMatch(/\d/)
      }),
    )
  })
})

describe('rows', () => {
  const [account] = makeAccounts(addressOf('owner'), 1)
  const exact = { ...account, lamports: 18446744073709551615n } as NonNullable<typeof account>

  test('as NDJSON are the interface’s rows, digit by digit', () => {
    const text = exportRows('ndjson', 'accounts', [exact])
    // JSON readers get small integers as numbers.
    expect(parseJson(text)).toEqual({ ...exact, seq: 1, data: { ...exact.data, discriminator: 2 } })
    expect(text).toContain('"lamports":18446744073709551615')
  })

  test('as CSV have a field for each column, whatever is null', () => {
    const [tokens] = makeTokenAccounts(addressOf('delegate'), 1)
    const [signature] = makeSignatures(1)
    if (!tokens || !signature) throw new Error('no rows were made')
    expect(readCsv(exportRows('csv', 'accounts', [exact]))[0]).toHaveLength(11)
    expect(readCsv(exportRows('csv', 'tokenAccounts', [tokens]))[0]).toHaveLength(22)
    expect(readCsv(exportRows('csv', 'signatures', [signature]))[0]).toHaveLength(3)
    const bare = { ...exact, data: null, address: null, seq: null }
    expect(readCsv(exportRows('csv', 'accounts', [bare]))[0]).toHaveLength(11)
  })

  const memberOf = (row: object, name: string) =>
    name.split('.').reduce<unknown>((at, part) => Reflect.get(at as object, part), row)

  test.each<[RowsName, object | undefined]>([
    ['accounts', makeAccounts(addressOf('owner'), 1)[0]],
    ['tokenAccounts', makeTokenAccounts(addressOf('delegate'), 1)[0]],
    ['signatures', makeSignatures(1)[0]],
  ])('as CSV of %s hold in each column what it is called after', (rows, row = {}) => {
    // Distinct values, so that no column can pass for another.
    let count = 1_000
    const unlike = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, unlike(member)]))
        : count++
    const numbered = unlike(row) as object
    const [fields = []] = readCsv(exportRows('csv', rows, [numbered] as never))
    expect(fields.slice(0, rowColumns[rows].length)).toEqual(
      rowColumns[rows].map(({ name }) => String(memberOf(numbered, name))),
    )
  })
})

test('a file name holds nothing that a system would not take', () => {
  const request = { ...EXPORT_REQUEST, params: { owner: addressOf('owner') } }
  expect(exportFileName('csv', request)).toMatch(
    /^leafscan-devnet-getCompressedAccountsByOwner-\w{8}-2026-11-20T131415\.csv$/,
  )
})

describe('the beginning and the end of a CSV file', () => {
  const request = { ...EXPORT_REQUEST, method: 'getLatestCompressionSignatures', rows: 'signatures' } as const
  const remarks = (text: string) => readCsv(text).map(([field = '']) => field.replace(/^# /, ''))
  const tail = (more: Partial<ExportSummary> = {}) => remarks(exportTail('csv', { ...EXPORT_SUMMARY, ...more }))

  test('say what was asked, where it starts, and whether it is one page', () => {
    expect(remarks(exportHead('csv', request))).toEqual([
      'Leafscan export: getLatestCompressionSignatures',
      'network: devnet',
      'params: none',
      'from: the start of the list',
      'started: 2026-11-20T13:14:15.016Z',
      'texts that look like numbers or dates or formulas are behind an apostrophe',
      'a number of more than 15 significant digits is text behind an apostrophe',
      'signature',
    ])
    expect(remarks(exportHead('csv', { ...request, from: 'c5', limit: 10 }))).toEqual(
      expect.arrayContaining(['from: cursor c5', 'one page of at most 10 rows']),
    )
  })

  test('say all that is known of the rows', () => {
    expect(tail()).toEqual([
      'COMPLETE: the end was seen',
      'rows: 3',
      'repeats removed: 1',
      'slots: 5 to 9',
      'ended: 2026-11-20T13:15:00.000Z',
      'SHA-256 of all before this summary: abc',
    ])
    expect(tail({ rows: 0, slots: null })).toContain('slots: none')
  })

  test.each([
    [{ complete: false, completeReason: 'rows are missing' }, 'INCOMPLETE: rows are missing'],
    [{ complete: null, completeReason: undefined }, 'NOT PROVEN COMPLETE'],
    [{ page: true as const }, 'ONE PAGE OF A LIST: the end was seen'],
  ])('never call complete what is not: %j', (more, line) => {
    expect(tail(more)[0]).toBe(line)
  })

  test('say where a list goes on', () => {
    expect(tail({ complete: false, cursor: 'c9' })).toContain('continues at cursor c9')
  })
})

describe('accounts of the token program', () => {
  const delegate = addressOf('a delegate')
  const { account, token } = makeTokenRow({ amount: 2n ** 64n - 1n, delegate, state: 'frozen' })
  const params = { owner: TOKEN_PROGRAM }

  test('have their token data behind the raw columns, exact', () => {
    const names = readCsv(exportHead('csv', { ...EXPORT_REQUEST, params })).at(-1)
    expect(names?.slice(-10)).toEqual([
      ...['mint', 'token_owner', 'amount', 'delegate', 'state'],
      ...['delegated_amount', 'withheld_transfer_fee', 'is_ata', 'decimals', 'amount_in_tokens'],
    ])
    const [fields = []] = readCsv(exportRows('csv', 'accounts', [account], params))
    expect(fields).toHaveLength(names?.length ?? 0)
    const all = "'18446744073709551615"
    expect(fields.slice(-10)).toEqual([token.mint, token.owner, all, delegate, 'frozen', all, '', '', '', ''])
  })

  test('have what their extension data say: never more delegated than is held, and nothing without a delegate', () => {
    const amount = 1_000n
    const closed = [0n, 1n, 1_000n, 2n ** 64n - 1n].map((delegatedAmount) => {
      const tlv = madeCompressedOnly({ delegatedAmount, withheldTransferFee: 2n ** 64n - 1n, isAta: true })
      return makeTokenRow({ amount, delegate, tlv })
    })
    const free = makeTokenRow({ amount, tlv: madeCompressedOnly({ delegatedAmount: 5n }) })
    const made = [...closed, free]
    const fee = "'18446744073709551615"
    const wanted = [
      ['0', fee, '1'],
      ['1', fee, '1'],
      ['1000', fee, '1'],
      ['1000', fee, '1'],
      ['', '0', '0'],
    ]
    const accounts = made.map((row) => row.account)
    const tokenAccounts = made.map((row) => ({ account: row.account, tokenData: row.token }))
    for (const csv of [
      exportRows('csv', 'accounts', accounts, params),
      exportRows('csv', 'tokenAccounts', tokenAccounts),
    ]) {
      expect(readCsv(csv).map((fields) => fields.slice(-5, -2))).toEqual(wanted)
    }
    const [line = ''] = exportRows('ndjson', 'tokenAccounts', tokenAccounts).split('\n')
    expect(parseJson(line)).toMatchObject({
      tokenData: { amount: 1_000 },
      delegated_amount: 0,
      withheld_transfer_fee: 2n ** 64n - 1n,
      is_ata: 1,
    })
  })

  test('have their amount in tokens where the mint is known, as text that a spreadsheet keeps', () => {
    const info = { mint: token.mint, decimals: 6, symbol: 'LEAF', name: null, program: '', source: null }
    const mints = { [token.mint]: info }
    const [fields = []] = readCsv(exportRows('csv', 'accounts', [account], params, mints))
    expect(fields.slice(-2)).toEqual(['6', "'18446744073709.551615"])
    const of = [{ account, tokenData: token }]
    for (const text of [
      exportRows('ndjson', 'accounts', [account], params, mints),
      exportRows('ndjson', 'tokenAccounts', of, {}, mints),
    ]) {
      expect(parseJson(text)).toMatchObject({ decimals: 6, amount_in_tokens: '18446744073709.551615' })
    }
    const unknown = parseJson(exportRows('ndjson', 'accounts', [account], params))
    expect(unknown).toMatchObject({ decimals: null, amount_in_tokens: null })
  })

  test('have none where their data may be cut, and other lists have no such columns', () => {
    const cut = { ...params, dataSlice: { offset: 0, length: 32 } }
    const data = account.data && { ...account.data, data: account.data.data.slice(0, 40) }
    const sliced = { ...account, data }
    expect(readCsv(exportRows('csv', 'accounts', [sliced], cut))[0]?.slice(-10)).toEqual(Array(10).fill(''))
    expect(parseJson(exportRows('ndjson', 'accounts', [sliced], cut))).not.toHaveProperty('mint')
    expect(readCsv(exportRows('csv', 'accounts', [account], { owner: addressOf('somebody') }))[0]).toHaveLength(11)
  })
})
