const fixedFor = new WeakMap<HTMLTableElement, string>()

/**
 * Fixes the column widths to those of the first rows, so that columns do not move while rows scroll. Sets `data-fits` where the
 * table fits its frame, which allows a sticky header. Styles are set through the CSSOM, because the CSP refuses style
 * attributes.
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
