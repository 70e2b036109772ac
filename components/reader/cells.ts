import { spreadsheetSafe } from '@/lib/format/csv'

/*
 * Rows of a table as text to paste elsewhere: full values and exact integers, not what a narrow column draws of them.
 * features.md a26.
 */

/** How copied rows are written: tab-separated for spreadsheets, or a Markdown table. */
export type TextFormat = 'tsv' | 'markdown'

/** Header and rows as text. TSV is as safe in a spreadsheet as our CSV files (facts/reliability.md S13). */
export function asText(header: readonly string[], rows: readonly (readonly string[])[], format: TextFormat): string {
  if (format === 'tsv') return [header, ...rows].map((row) => `${row.map(tsvCell).join('\t')}\n`).join('')
  const lines = [header.map(markdownCell), header.map(() => '---'), ...rows.map((row) => row.map(markdownCell))]
  return lines.map((line) => `| ${line.join(' | ')} |\n`).join('')
}

/** A cell has one line and no tab: that is all the quoting that TSV knows. */
function tsvCell(text: string): string {
  const line = oneLine(text)
  // A quote that leads would take the tabs behind it for text; of a long fraction a spreadsheet would drop digits.
  return line.startsWith('"') || isLongFraction(line) ? `'${line}` : spreadsheetSafe(line)
}

function isLongFraction(text: string): boolean {
  return /^\d+\.\d+$/.test(text) && text.replace('.', '').replace(/^0+/, '').length > 15
}

/** What Markdown or the HTML inside of it would read something else into is escaped. */
function markdownCell(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>&|~$#]/g, '\\$&')
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n\u2028\u2029]+/g, ' ').trim()
}
