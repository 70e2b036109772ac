import type { Sheets } from './sheets'

/*
 * A page needs nothing but its HTML to be painted: its style sheets stand in it, and its scripts are fetched once it has
 * been. The framework can do neither without sending the sheets twice. app/DECISIONS.md, 2026-11-20.
 */

/** Tags as the framework writes them. Data cannot look like one: its `<` is escaped in text, attributes and scripts. */
const SHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*\/>/g
const SCRIPT = /<script src="([^"]+)"[^>]* async=""[^>]*><\/script>/g
const SCRIPT_AHEAD = /<link rel="preload" as="script"[^>]*\/>/g

/** A page's HTML, made to be painted first. What is not recognised stays as it is. */
export function paintFirst(html: string, nonce: string, sheets: Sheets): string {
  const scripts = new Set(Array.from(html.matchAll(SCRIPT), ([, path = '']) => path))
  if (scripts.size === 0) return html
  const written: string[] = []
  const page = html
    .replace(SCRIPT, '')
    .replace(SCRIPT_AHEAD, '')
    .replace(SHEET, (link, path: string) => {
      const sheet = sheets.get(path)
      if (!sheet) return link
      written.push(path)
      return `<style>${sheet.text}</style>`
    })
  const last = page.lastIndexOf('</body>')
  const call = `(${onceItIsPainted})(${JSON.stringify([...scripts])},${JSON.stringify(written)})`
  return `${page.slice(0, last)}<script nonce="${nonce}">${call}</script>${page.slice(last)}`
}

/** Runs in the browser, behind all content: adds the page's scripts once it is painted, or where it will not be soon. */
function onceItIsPainted(scripts: string[], sheets: string[]): void {
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const path of sheets) {
      // Tells the framework that this sheet is there. Switched off before it is added, it is not fetched.
      const link = document.createElement('link')
      link.setAttribute('disabled', '')
      link.setAttribute('rel', 'stylesheet')
      link.setAttribute('href', path)
      document.head.append(link)
    }
    for (const path of scripts) {
      const script = document.createElement('script')
      script.async = true
      script.setAttribute('src', path)
      document.head.append(script)
    }
  }
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) begin()
  // The next frame holds all content; a paint is told when it is on the screen, and one without content may come before.
  const painted = new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length > 0) begin()
  })
  requestAnimationFrame(() => painted.observe({ type: 'paint', buffered: true }))
  document.addEventListener('visibilitychange', begin)
  setTimeout(begin, 2_000)
}
