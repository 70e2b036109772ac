/*
 * CSV by RFC 4180, safe to open in a spreadsheet: no field is a formula, no number loses a digit. Lines that begin with `#` are
 * comments. facts/reliability.md S13, features.md a23.
 */

import { percentEncoded } from './text'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const DANGEROUS = /^[=+\-@\t\r\n\u0000＝＋－＠]/

const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Spreadsheets keep this many significant digits; longer numbers must be text. */
export const SHEET_DIGITS = 15

const MAX_NUMBER_CHARS = 300

/** Separators of every spreadsheet locale, and `#`, which begins a comment for some parsers. */
const NEEDS_QUOTES = /[",;\t\r\n#]/

/** Significant digits only: leading and trailing zeros do not count. */
export function isLongNumber(text: string): boolean {
  if (text.length <= SHEET_DIGITS || !NUMBER.test(text)) return false
  if (text.length > MAX_NUMBER_CHARS) return true
  return text.replaceAll(/[-.]/g, '').replaceAll(/^0+|0+$/g, '').length > SHEET_DIGITS
}

export function spreadsheetSafe(text: string): string {
  return DANGEROUS.test(text) || isLongNumber(text) ? `'${text}` : text
}

const MEASURED = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: SHEET_DIGITS })

export function csvNumber(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : MEASURED.format(value)
}

export function csvField(text: string): string {
  const safe = NUMBER.test(text) && !isLongNumber(text) ? text : spreadsheetSafe(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const MISTAKABLE_NUMBER = /^[\d.,]+(?:e[+-]?\d+)?$/i

/** Text this long is never read as a date, a time or a fraction; shorter text with a digit can be. */
const MIN_UNMISTAKABLE_LENGTH = 32

/** Prefixes an apostrophe where a spreadsheet would read a number, a date (`DEC1`) or a boolean (`TRUE`). */
export function csvText(text: string): string {
  const mistakable =
    MISTAKABLE_NUMBER.test(text) || (text.length < MIN_UNMISTAKABLE_LENGTH && /\d|^(?:true|false)$/i.test(text))
  return mistakable ? `'${text}` : text
}

export function csvRow(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const ENCODED_IN_COMMENTS = /[,;"'\u0000-\u001f\u007f\u0085\u2028\u2029]|%(?=[0-9a-f]{2})/gi

/**
 * A comment line. Separators and quotes are percent-encoded (`%2C`): it needs no quotes, and parsers that skip lines with `#`
 * skip the whole comment.
 */
export function csvComment(text: string): string {
  return `# ${text.replaceAll(ENCODED_IN_COMMENTS, percentOf)}\r\n`
}

function percentOf(character: string): string {
  return character === "'" ? '%27' : percentEncoded(character)
}

export function plainForComment(sentence: string): string {
  return sentence
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .replaceAll(/[,;] /g, ' - ')
    .replaceAll("'", '’')
}

export function withoutComments(csv: string): string {
  return csvRecords(csv)
    .filter((record) => !record.startsWith('#'))
    .join('')
}

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

/** Reverses csvRow(), except for the apostrophes that it added. */
export function csvFields(record: string): string[] {
  const fields = `,${record.replace(/\r\n$/, '')}`.match(/,(?:"[^"]*(?:""[^"]*)*"|[^,"]*)/g) ?? []
  return fields.map((field) => {
    const bare = field.slice(1)
    return bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare
  })
}
