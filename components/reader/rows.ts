/*
 * Rows as a keyboard and a clipboard see them. Whatever draws a table of the class `rows` has them, the server too.
 */

const ROW = 'main table.rows tr.row'

/** The row that the focus stands in or under: an open row's detail belongs to the row above it. */
export function focusedRow(): HTMLTableRowElement | null {
  const at = document.activeElement?.closest('tr')
  if (!at) return null
  // A table inside of an open row is none of ours.
  const own = at.closest<HTMLTableRowElement>('tr.row-detail, tr.row')
  const row = own?.matches('.row-detail') ? own.previousElementSibling : own
  return row instanceof HTMLTableRowElement && row.matches(ROW) ? row : null
}

/**
 * Moves the focus to the next row or the one before, for real: screen readers and Enter go with it. From nowhere it goes
 * to the first row in sight. @returns what to say where there is no such row; null where the focus moved
 */
export function moveRow(step: 1 | -1): string | null {
  const current = focusedRow()
  if (current?.closest('tbody[data-index]')) {
    // A continuous list draws its rows as they are needed, and moves the focus itself.
    const key = step === 1 ? 'ArrowDown' : 'ArrowUp'
    const from = current.contains(document.activeElement) ? document.activeElement : stopOf(current)
    from?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    return null
  }
  const rows = [...document.querySelectorAll<HTMLTableRowElement>(ROW)].filter((row) => row.checkVisibility())
  if (rows.length === 0) return 'No rows on this page'
  const at = current ? rows.indexOf(current) + step : rows.findIndex((row) => row.getBoundingClientRect().top >= 0)
  const row = rows[current ? at : Math.max(0, at)]
  if (!row) return step === 1 ? 'Last row of this page' : 'First row of this page'
  const stop = stopOf(row)
  if (stop === row) row.tabIndex = -1
  stop.focus()
  return null
}

/** What takes a row's focus: what opens it, else its first link, else the row itself. */
function stopOf(row: HTMLTableRowElement): HTMLElement {
  return row.querySelector<HTMLElement>('.opener a, a[href], button') ?? row
}

/** Closes the open row that the focus stands in or under. @returns false where there is none */
export function closeRow(): boolean {
  const row = focusedRow()
  const opener = row?.querySelector<HTMLElement>('.opener a[aria-expanded="true"]')
  if (!opener) return false
  opener.focus()
  opener.click()
  return true
}
