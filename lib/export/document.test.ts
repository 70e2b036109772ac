import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { parseJson } from '../rpc/json'
import { csvField, csvFields, csvRecords, csvRow, csvText } from './csv'
import { exportName, exportRows } from './document'

/** Reads RFC 4180 back: the other side of what is written. */
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

  test('never begins a formula and never loses a digit', () => {
    const beginnings = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']
    for (const first of beginnings) expect(readCsv(csvRow([`${first}1+1`]))[0]?.[0]).toBe(`'${first}1+1`)
    for (const digits of ['9007199254740993', '9007199254740995', '123456789012345678', '18446744073709551615']) {
      expect(csvField(digits)).toBe(`'${digits}`)
    }
    expect(csvField('999999999999999')).toBe('999999999999999')
  })

  test('is no formula for any text, and reads back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\0', '"', ',', '\n', 'a', '＝') }),
        (text) => {
          const field = csvField(text)
          expect(/^"?[=+\-@\t\r\n\0＝＋－＠]/.test(field)).toBe(false)
          const inner = field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field
          expect(inner === text || inner === `'${text}`).toBe(true)
          if (/[",\r\n]/.test(inner)) expect(field.startsWith('"') && field.endsWith('"')).toBe(true)
        },
      ),
    )
  })
})

describe('a text that is no integer', () => {
  test.each([
    '1E12',
    '0012',
    '12',
    'TRUE',
    'false',
    'DEC1',
    '1MAY',
    '12/3',
    '1,5',
    '1'.repeat(32),
    `1e${'1'.repeat(30)}`,
    `${'7'.repeat(43)}.`,
  ])('is none to a spreadsheet either: %s', (text) => expect(csvText(text)).toBe(`'${text}`))

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
    const text = exportRows('ndjson', 'getCompressedAccountsByOwner', [exact])
    expect(parseJson(text)).toEqual(exact)
    expect(text).toContain('"lamports":18446744073709551615')
  })

  test('as CSV have a field for each column, whatever is null', () => {
    const [tokens] = makeTokenAccounts(addressOf('delegate'), 1)
    const [signature] = makeSignatures(1)
    if (!tokens || !signature) throw new Error('no rows were made')
    expect(readCsv(exportRows('csv', 'getCompressedAccountsByOwner', [exact]))[0]).toHaveLength(11)
    expect(readCsv(exportRows('csv', 'getCompressedTokenAccountsByDelegate', [tokens]))[0]).toHaveLength(17)
    expect(readCsv(exportRows('csv', 'getLatestCompressionSignatures', [signature]))[0]).toHaveLength(3)
    const bare = { ...exact, data: null, address: null, seq: null }
    expect(readCsv(exportRows('csv', 'getCompressedAccountsByOwner', [bare]))[0]).toHaveLength(11)
  })
})

test('a file name holds nothing that a system would not take', () => {
  const question = {
    method: 'getCompressedAccountsByOwner' as const,
    params: { owner: addressOf('owner') },
    network: 'mainnet-beta',
    from: null,
    limit: null,
    startedAt: '2026-11-20T13:14:15.016Z',
  }
  expect(exportName('csv', question)).toMatch(
    /^leafscan-mainnet-beta-getCompressedAccountsByOwner-\w{8}-2026-11-20T131415\.csv$/,
  )
})
