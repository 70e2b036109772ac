import { copyText } from '../ui/copy-text'
import { asText, type TextFormat } from './cells'
import * as words from './words'

/** Copies the rendered rows. @returns message for the user */
export async function copyTable(table: HTMLTableElement, format: TextFormat): Promise<string> {
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody > tr.row')]
  const whole = Number(table.getAttribute('aria-rowcount') ?? 0) - 1
  return put(textOf(table, rows, format), words.rowsCopied(rows.length, whole, format === 'tsv' ? 'TSV' : 'Markdown'))
}

/** @param row the last focused row @returns message for the user */
export async function copyRow(row: HTMLTableRowElement | null): Promise<string> {
  const table = row?.closest('table')
  if (!row?.isConnected || !table) return words.noRowInFocus
  return put(textOf(table, [row], 'tsv'), words.theRow)
}

async function put(text: string, what: string): Promise<string> {
  return words.copied(await copyText(text), what)
}

function textOf(table: HTMLTableElement, rows: readonly HTMLTableRowElement[], format: TextFormat): string {
  const cells = rows.map(cellsOf)
  const heads = cellsOf(table.tHead?.rows[0])
  const columns = heads.flatMap((head, i) =>
    columnsOf(
      head,
      cells.map((row) => row[i]),
    ),
  )
  const mints = cells.map((row) => row.map(mintIn).find((mint) => mint !== undefined) ?? '')
  // Amounts of several mints do not add up, so the mint is copied even where its column is hidden.
  if (new Set(mints).size > 1 && !heads.some((head) => shownText(head) === 'Mint')) {
    columns.splice(1, 0, { heading: 'Mint', texts: mints })
  }
  return asText(
    columns.map(({ heading }) => heading),
    rows.map((_, i) => columns.map(({ texts }) => texts[i] ?? '')),
    format,
  )
}

interface CopiedColumn {
  heading: string
  texts: string[]
}

/** Amounts are copied in the displayed unit, plus an exact column in base units; slots with a column of their times. */
function columnsOf(head: HTMLTableCellElement, cells: readonly (HTMLTableCellElement | undefined)[]): CopiedColumn[] {
  const slots = cells.map((cell) => cell?.querySelector<HTMLDataElement>('.slot-when data'))
  if (slots.some((slot) => slot)) {
    const times = cells.map((cell) => cell?.querySelector('time')?.dateTime ?? '')
    return [
      { heading: `${shownText(head)} (slot)`, texts: slots.map((slot) => slot?.value ?? '') },
      { heading: `${shownText(head)} (about)`, texts: times },
    ]
  }
  const texts = cells.map((cell) => (cell ? textToCopy(cell) : ''))
  const unit = cells.map(amountIn).find((amount) => amount?.dataset.unit)?.dataset.unit
  if (unit === undefined) return [{ heading: shownText(head), texts }]
  const inUnit = cells.map((cell) => {
    const amount = amountIn(cell)
    return amount?.dataset.unit ? shownText(amount).replaceAll(',', '') : ''
  })
  const heading = shownText(head)
  const [first, second] = unit === 'SOL' ? ['', 'Lamports'] : [` (${unit})`, `${heading} (base units)`]
  return [
    { heading: heading + first, texts: inUnit },
    { heading: second, texts },
  ]
}

function amountIn(cell: HTMLTableCellElement | undefined): HTMLDataElement | null {
  return cell?.querySelector('data') ?? null
}

function mintIn(cell: HTMLTableCellElement): string | undefined {
  return amountIn(cell)?.dataset.mint
}

function cellsOf(row: HTMLTableRowElement | undefined): HTMLTableCellElement[] {
  return [...(row?.cells ?? [])].filter((cell) => !cell.matches('.opener'))
}

function textToCopy(cell: HTMLTableCellElement): string {
  const time = cell.querySelector('time')
  if (time) return time.dateTime
  const sentence = cell.querySelector('.happened')
  if (sentence) return shownText(sentence)
  const integers = cell.querySelectorAll('data')
  const [integer] = integers
  if (integer && integers.length === 1) return integer.value
  const whole =
    cell.querySelector<HTMLElement>('[data-copy]')?.dataset.copy ?? cell.querySelector('bdi.id')?.textContent
  if (whole) return whole
  const text = shownText(cell)
  return text === 'none' ? '' : text
}

function shownText(element: Element): string {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const extra of copy.querySelectorAll('[aria-hidden="true"], [data-mark], button')) extra.remove()
  return copy.textContent.replace(/\s+/g, ' ').trim()
}
