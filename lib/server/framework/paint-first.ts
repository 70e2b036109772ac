import type { Sheets } from './sheets'

/*
 * A page needs nothing but its HTML to be painted: its style sheets stand in it, its fonts are drawn when they come,
 * and its scripts are fetched once it has been. The framework can do neither without sending the sheets twice. app/DECISIONS.md, 2026-11-20.
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
  const script = (call: string) => `<script nonce="${nonce}">${call}</script>`
  const page = html
    .replace(SCRIPT, '')
    .replace(SCRIPT_AHEAD, '')
    .replace(SHEET, (link, path: string) => {
      const sheet = sheets.get(path)
      if (!sheet) return link
      written.push(path)
      // Fonts are asked for with the page itself, so that most come with its first paint.
      return `${sheet.fonts.map(fetchAhead).join('')}<style>${sheet.text}</style>`
    })
    .replace('</head>', (end) => script(`(${wakeIntl})();(${drawInPortions})();(${pauseBeforeTakingOver})()`) + end)
  const last = page.lastIndexOf('</body>')
  const call = `(${onceItIsPainted})(${JSON.stringify([...scripts])},${JSON.stringify(written)})`
  return page.slice(0, last) + script(call) + page.slice(last)
}

/** Fonts are fetched without credentials, and so is what is fetched ahead for them. */
const fetchAhead = (font: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${font}"/>`

/**
 * Runs in the browser. Its first formatter takes a phone 50 ms: better while the page is still on its way than later, and
 * in two tasks of its own. Asking a locale for its numbering system first does half of that.
 */
function wakeIntl(): void {
  const { lang } = document.documentElement
  setTimeout(() => new Intl.Locale(lang).numberingSystem)
  setTimeout(() => new Intl.NumberFormat(lang))
}

/**
 * Runs in the browser. Cards that no phone shows at first are laid out once the page can be used, some at a time, when
 * there is nothing better to do: all at once they take a phone longer than a touch may wait. None stays undrawn, since the
 * browser does not tell readers of what is not drawn. A reader who comes back to a place in the page needs all heights at once.
 */
function drawInPortions(): void {
  const [arrival] = performance.getEntriesByType('navigation')
  if ((arrival as PerformanceNavigationTiming | undefined)?.type !== 'navigate' || location.hash) return
  if (!('adoptedStyleSheets' in document)) return
  // Those in sight are drawn in any case. The feed has a body for each slot.
  const undrawn = new CSSStyleSheet()
  const hide = (rows: string, height: string) =>
    `${rows} { content-visibility: auto; contain-intrinsic-block-size: auto ${height} }`
  const rules = [
    hide('.cards .row:nth-child(n + 8)', '3rem'),
    hide('.sheet-live tbody:nth-of-type(n + 8) > .row', '3rem'),
  ]
  undrawn.replaceSync(`@media (width < 40rem) { ${rules.join(' ')} }`)
  document.adoptedStyleSheets.push(undrawn)
  let drawn = 0
  const drawMore = () => {
    const rows = document.querySelectorAll<HTMLElement>('.rows .row')
    // One in a frame: it takes a slow phone 40 ms. Of a long list a hundredth, or the last would come too late.
    // At the row itself: each change of a sheet would restyle all rows.
    for (const end = drawn + Math.max(1, rows.length / 100); drawn < Math.min(end, rows.length); drawn++) {
      rows[drawn]?.style.setProperty('content-visibility', 'visible')
    }
    if (drawn < rows.length) goOn()
    else document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== undrawn)
  }
  // Safari has no requestIdleCallback.
  const whenIdle =
    'requestIdleCallback' in globalThis
      ? () => requestIdleCallback(drawMore, { timeout: 500 })
      : () => setTimeout(drawMore)
  const goOn = () => requestAnimationFrame(whenIdle)
  // Behind the scripts, which have begun by then to answer touches; and not for ever where some of the page does not come.
  let begun = false
  const begin = () => {
    if (!begun) goOn()
    begun = true
  }
  addEventListener('load', () => setTimeout(begin, 2_000))
  setTimeout(begin, 5_000)
}

/**
 * Runs in the browser. A script without content for Next.js to run before it takes over the page, as its own component
 * for such scripts writes it: that makes a pause, and instrumentation-client.ts uses it.
 */
function pauseBeforeTakingOver(): void {
  Object.assign(globalThis, { __next_s: [[0, { children: '' }]] })
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
  // The next frame holds all content; a paint is reported once it is on the screen, and one without content may come before.
  const painted = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) begin()
  })
  requestAnimationFrame(() => painted.observe({ type: 'paint', buffered: true }))
  document.addEventListener('visibilitychange', begin)
  setTimeout(begin, 2_000)
}
