/** The widths that a table's columns were held at, and what they depend on. */
const held = new WeakMap<HTMLTableElement, string>()

/**
 * Holds the columns of a table at the widths of its first rows, so that they do not dance while rows pass; and says
 * with `data-fits` whether the table is as wide as its frame, where its header may stay in sight. A wider value still
 * gets its room. Set through the CSSOM.
 */
export function steadyColumns(frame: HTMLElement): void {
  const table = frame.querySelector('table')
  if (!table?.tBodies.length) return
  const headers = [...table.querySelectorAll<HTMLElement>('thead th')]
  const key = `${innerWidth} ${headers.length}`
  if (held.get(table) === key) return
  held.set(table, key)
  for (const header of headers) header.style.width = ''
  const widths = headers.map((header) => header.getBoundingClientRect().width)
  for (const [i, header] of headers.entries()) header.style.width = `${widths[i]}px`
  if (table.offsetWidth <= frame.clientWidth) frame.dataset.fits = ''
  else delete frame.dataset.fits
}
