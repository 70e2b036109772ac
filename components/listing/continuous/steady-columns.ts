/** What the fixed column widths of a table depend on. */
const fixedFor = new WeakMap<HTMLTableElement, string>()

/**
 * Fixes the columns of a table at the widths of its first rows, so that they do not jump while rows scroll; and sets
 * `data-fits` where the table fits its frame, so that its header may be sticky. A wider value still gets its room. Set
 * through the CSSOM.
 */
export function steadyColumns(frame: HTMLElement): void {
  const table = frame.querySelector('table')
  if (!table?.tBodies.length) return
  const headers = [...table.querySelectorAll<HTMLElement>('thead th')]
  const key = `${innerWidth} ${headers.length}`
  if (fixedFor.get(table) === key) return
  fixedFor.set(table, key)
  for (const header of headers) header.style.width = ''
  const widths = headers.map((header) => header.getBoundingClientRect().width)
  for (const [i, header] of headers.entries()) header.style.width = `${widths[i]}px`
  if (table.offsetWidth <= frame.clientWidth) frame.dataset.fits = ''
  else delete frame.dataset.fits
}
