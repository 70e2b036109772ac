import * as words from './words'

const ROW = 'main table.rows tr.row'

export function focusedRow(): HTMLTableRowElement | null {
  const at = document.activeElement?.closest('tr')
  if (!at) return null
  const own = at.closest<HTMLTableRowElement>('tr.row-detail, tr.row')
  const row = own?.matches('.row-detail') ? own.previousElementSibling : own
  return row instanceof HTMLTableRowElement && row.matches(ROW) ? row : null
}

/**
 * Moves real focus, so that screen readers and Enter follow; without focus, starts at the first visible row.
 * @returns message where there is no such row; null when the focus moved
 */
export function moveRow(step: 1 | -1): string | null {
  const current = focusedRow()
  if (current?.closest('tbody[data-index]')) {
    // Continuous lists move the focus themselves, because rows are rendered on demand.
    const key = step === 1 ? 'ArrowDown' : 'ArrowUp'
    const from = current.contains(document.activeElement) ? document.activeElement : stopOf(current)
    from?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return null
  }
  const rows = [...document.querySelectorAll<HTMLTableRowElement>(ROW)].filter((row) => row.checkVisibility())
  if (rows.length === 0) return words.noRows
  const at = current ? rows.indexOf(current) + step : rows.findIndex((row) => row.getBoundingClientRect().top >= 0)
  const row = rows[current ? at : Math.max(0, at)]
  if (!row) return step === 1 ? words.lastRow : words.firstRow
  const stop = stopOf(row)
  if (stop === row) row.tabIndex = -1
  stop.focus()
  return null
}

function stopOf(row: HTMLTableRowElement): HTMLElement {
  return row.querySelector<HTMLElement>('.opener a, a[href], button') ?? row
}

export function closeRow(): boolean {
  const row = focusedRow()
  const opener = row?.querySelector<HTMLElement>('.opener a[aria-expanded="true"]')
  if (!opener) return false
  opener.focus()
  opener.click()
  return true
}
