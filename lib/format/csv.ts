/*
 * Rows as CSV, RFC 4180, safe to open in a spreadsheet: nothing is a formula, and no number loses a digit. Remarks are whole
 * lines behind `#`, for readers that pass over such lines. facts/reliability.md S13, features.md a23.
 */

import { percentEncoded } from './text'

/** What a spreadsheet would read as a formula, full-width forms included, or as a control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const DANGEROUS = /^[=+\-@\t\r\n\u0000＝＋－＠]/

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Significant digits of a number that spreadsheets keep: one with more has to be text. */
export const SHEET_DIGITS = 15

/** No u64 has as many characters, nor an amount of the most decimals that a mint may have. */
const LONGEST_NUMBER = 300

/** What ends a field, here or where a spreadsheet's locale separates otherwise, or begins a remark for some readers. */
const NEEDS_QUOTES = /[",;\t\r\n#]/

/** True for a number of more significant digits than a spreadsheet keeps: zeros before the first and behind the last do not count. */
export function isLongNumber(text: string): boolean {
  if (text.length <= SHEET_DIGITS || !NUMBER.test(text)) return false
  if (text.length > LONGEST_NUMBER) return true
  return text.replaceAll(/[-.]/g, '').replaceAll(/^0+|0+$/g, '').length > SHEET_DIGITS
}

/** A cell's text with a leading apostrophe where a spreadsheet would read something else into it. */
export function spreadsheetSafe(text: string): string {
  return DANGEROUS.test(text) || isLongNumber(text) ? `'${text}` : text
}

const MEASURED = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: SHEET_DIGITS })

/** A measured number as a field: without an exponent, and a fraction with as many digits as a spreadsheet keeps. */
export function csvNumber(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : MEASURED.format(value)
}

/** One field: safe, and quoted where it must be. */
export function csvField(text: string): string {
  // A sign alone makes no formula of a number.
  const safe = NUMBER.test(text) && !isLongNumber(text) ? text : spreadsheetSafe(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Numbers as spreadsheets know them: base58 and base64 can look like `1E12`. */
const MISTAKABLE_NUMBER = /^[\d.,]+(?:e[+-]?\d+)?$/i

/** No text of this length or more is a date, a time or a fraction to a spreadsheet, but shorter ones with a digit may be. */
const NEVER_A_DATE = 32

/**
 * A field's text that must stay one: an identifier or bytes, not an integer. With a leading apostrophe where a spreadsheet
 * could take it for a number, a date (`DEC1`) or a truth value (`TRUE`), and give back another text.
 */
export function csvText(text: string): string {
  const mistakable = MISTAKABLE_NUMBER.test(text) || (text.length < NEVER_A_DATE && /\d|^(?:true|false)$/i.test(text))
  return mistakable ? `'${text}` : text
}

/** A line of CSV with its end: each field made safe for spreadsheets and quoted where it needs to be. */
export function csvRow(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

/** What separates, quotes or ends a line or a field for some reader; and `%` where it would seem to stand for one of these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const NOT_IN_REMARKS = /[,;"'\u0000-\u001f\u007f\u0085\u2028\u2029]|%(?=[0-9a-f]{2})/gi

/**
 * A line about the file rather than of it. It holds nothing that separates or quotes, so that it needs no quotes and readers
 * that pass over lines behind `#` pass over all of it: such characters stand there as in an address (`%2C`).
 */
export function csvRemark(text: string): string {
  return `# ${text.replaceAll(NOT_IN_REMARKS, percentOf)}\r\n`
}

function percentOf(character: string): string {
  return character === "'" ? '%27' : percentEncoded(character)
}

/** A sentence of ours as a remark reads best: without the commas that csvRemark() would write as `%2C`. */
export function inRemark(sentence: string): string {
  return sentence
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .replaceAll(/[,;] /g, ' - ')
    .replaceAll("'", '’')
}

/** CSV text without its remarks: names of columns, and rows. */
export function withoutRemarks(csv: string): string {
  return csvRecords(csv)
    .filter((record) => !record.startsWith('#'))
    .join('')
}

/** Records of CSV text, each with its line end: one inside quotes belongs to its field. */
export function csvRecords(text: string): string[] {
  const records: string[] = []
  let [start, from, inQuotes] = [0, 0, false]
  const next = (what: string, at: number) => {
    const index = text.indexOf(what, at)
    return index < 0 ? text.length : index
  }
  let quote = next('"', 0)
  for (let end = next('\r\n', 0); end < text.length; end = next('\r\n', from)) {
    for (; quote < end; quote = next('"', quote + 1)) inQuotes = !inQuotes
    from = end + 2
    if (inQuotes) continue
    records.push(text.slice(start, from))
    start = from
  }
  return records
}

/** Fields of one record as csvRow() was given them, but for the apostrophe of those that were made safe. */
export function csvFields(record: string): string[] {
  const fields = `,${record.replace(/\r\n$/, '')}`.match(/,(?:"[^"]*(?:""[^"]*)*"|[^,"]*)/g) ?? []
  return fields.map((field) => {
    const bare = field.slice(1)
    return bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare
  })
}
