/*
 * Rows as CSV, RFC 4180, safe to open in a spreadsheet: nothing is a formula, and no integer loses a digit.
 * facts/reliability.md S13, features.md a23.
 */

/** What a spreadsheet would take for a formula, full-width forms included, or for a control. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
const DANGEROUS = /^[=+\-@\t\r\n\u0000＝＋－＠]/

/** Spreadsheets keep 15 digits of a number: a longer one has to be text. */
const LONG_INTEGER = /^\d{16,}$/

/** A cell's text with a leading apostrophe where a spreadsheet would read something else into it. */
export function spreadsheetSafe(text: string): string {
  return DANGEROUS.test(text) || LONG_INTEGER.test(text) ? `'${text}` : text
}

/** One field: safe, and quoted where it must be. */
export function csvField(text: string): string {
  const safe = spreadsheetSafe(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvRow(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`
}

/** A line about the file rather than of it. */
export function csvRemark(text: string): string {
  return csvRow([`# ${text}`])
}

/** Records of CSV text, each with its line end: one inside quotes belongs to its field. */
export function csvRecords(text: string): string[] {
  return text.match(/(?:[^"\r]|"(?:[^"]|"")*"|\r(?!\n))*\r\n/g) ?? []
}

/** Fields of one record as csvRow() was given them, but for the apostrophe of those that were made safe. */
export function csvFields(record: string): string[] {
  const fields = record.replace(/\r\n$/, '').match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,"]*)/g) ?? []
  return fields.map((field, i) => {
    const bare = i === 0 ? field : field.slice(1)
    return bare.startsWith('"') ? bare.slice(1, -1).replaceAll('""', '"') : bare
  })
}
