/*
 * Rows as CSV, RFC 4180, safe to open in a spreadsheet: nothing is a formula, and no integer loses a digit.
 * facts/reliability.md S13, features.md a23.
 */

/** What a spreadsheet would read as a formula, full-width forms included, or as a control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const DANGEROUS = /^[=+\-@\t\r\n\u0000＝＋－＠]/

/** Spreadsheets keep 15 digits of a number: a longer one has to be text. */
const LONG_INTEGER = /^\d{16,}$/

/** What ends a field, here or where a spreadsheet's locale separates otherwise. */
const NEEDS_QUOTES = /[",;\t\r\n]/

/** A cell's text with a leading apostrophe where a spreadsheet would read something else into it. */
export function spreadsheetSafe(text: string): string {
  return DANGEROUS.test(text) || LONG_INTEGER.test(text) ? `'${text}` : text
}

/** One field: safe, and quoted where it must be. */
export function csvField(text: string): string {
  const safe = spreadsheetSafe(text)
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Numbers as spreadsheets know them: base58 and base64 can look like `1E12`. */
const NUMBER = /^[\d.,]+(?:e[+-]?\d+)?$/i

/** No text of this length or more is a date, a time or a fraction to a spreadsheet, but shorter ones with a digit may be. */
const NEVER_A_DATE = 32

/**
 * A field's text that must stay one: an identifier or bytes, not an integer. With a leading apostrophe where a spreadsheet
 * could take it for a number, a date (`DEC1`) or a truth value (`TRUE`), and give back another text.
 */
export function csvText(text: string): string {
  const mistakable = NUMBER.test(text) || (text.length < NEVER_A_DATE && /\d|^(?:true|false)$/i.test(text))
  return mistakable ? `'${text}` : text
}

/** A line of CSV with its end: each field made safe for spreadsheets and quoted where it needs to be. */
export function csvRow(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

/** A line about the file rather than of it. */
export function csvRemark(text: string): string {
  return csvRow([`# ${text}`])
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
