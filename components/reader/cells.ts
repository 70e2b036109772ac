import { spreadsheetSafe } from '@/lib/format/csv'

/* Table rows as text to paste: full values and exact integers. features.md a26. */

export type TextFormat = 'tsv' | 'markdown'

/** TSV is escaped for spreadsheets like our CSV (facts/reliability.md S13). */
export function asText(header: readonly string[], rows: readonly (readonly string[])[], format: TextFormat): string {
  if (format === 'tsv') return [header, ...rows].map((row) => `${row.map(tsvCell).join('\t')}\n`).join('')
  const lines = [header.map(markdownCell), header.map(() => '---'), ...rows.map((row) => row.map(markdownCell))]
  return lines.map((line) => `| ${line.join(' | ')} |\n`).join('')
}

/** TSV has no quoting: a cell is one line without tabs. */
function tsvCell(text: string): string {
  const line = oneLine(text)
  // A leading quote would swallow the following tabs; spreadsheets drop digits of long fractions.
  return line.startsWith('"') || isLongFraction(line) ? `'${line}` : spreadsheetSafe(line)
}

function isLongFraction(text: string): boolean {
  return /^\d+\.\d+$/.test(text) && text.replace('.', '').replace(/^0+/, '').length > 15
}

function markdownCell(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>&|~$#]/g, '\\$&')
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n\u2028\u2029]+/g, ' ').trim()
}
