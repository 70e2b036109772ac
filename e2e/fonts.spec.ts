import { examplePath } from './examples'
import { layoutShift } from './layout-shift'
import type { Page } from './page'
import { expect, test } from './test'

/* Fonts that load after the first paint. app/fonts.ts, scripts/fonts.mjs */

const drawnIn = (page: Page) =>
  page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))

/** Of a recorded account, not the newest: each run draws the same texts. */
async function transaction(baseURL: string): Promise<string> {
  const hash = examplePath('consumed').replace('/account/', '')
  const answer = await fetch(`${baseURL}/api/v1/getCompressionSignaturesForAccount?hash=${hash}`)
  return `/tx/${(await answer.json()).result.value.items[0].signature}`
}

// Not /status: its texts grow with the time since the start, so that one may wrap in one of the fonts alone.
for (const kind of ['owner', 'transaction'] as const) {
  for (const width of [390, 1280]) {
    test(`a page is drawn in the reader’s fonts until ours come, and nothing moves: ${kind}, ${width} px`, async ({
      page,
      baseURL,
    }) => {
      const path = kind === 'owner' ? examplePath('owner') : await transaction(baseURL)
      await page.setViewportSize({ width, height: 844 })
      let send = () => {}
      const sent = new Promise<void>((resolve) => {
        send = resolve
      })
      await page.route('**/*.woff2', (route) => sent.then(() => route.continue()))
      // Nothing but fonts changes the page: what it asks for by itself, such as the newest check, waits.
      await page.route(/\/api\/|[?&]_rsc=/, () => {})
      await page.goto(`${baseURL}${path}`, { waitUntil: 'domcontentloaded' })
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      const before = await drawnIn(page)
      expect(before).not.toContain('plexSans')
      // Fails if this machine has none of the fallback fonts: the test would prove nothing.
      expect(before.filter((family) => family.includes('Plex as '))).not.toEqual([])
      const moved = await layoutShift(page)
      send()
      await expect.poll(() => drawnIn(page)).toEqual(expect.arrayContaining(['plexSans', 'plexMono']))
      expect((await layoutShift(page)) - moved).toBeLessThanOrEqual(0.01)
    })
  }
}
