import { examplePath } from './examples'
import { expect, type Page } from './page'
import { test } from './test'
import { undrawnRows } from './undrawn-rows'

// What the guard makes of a page, as a browser takes it. lib/server/framework/paint-first.ts

/**
 * Keeps what the page puts off by seconds until `later()`: what it does where its browser or the network is too slow, and
 * what it leaves for the time after it can be used. So nothing here depends on how fast this machine is.
 */
async function putOff(page: Page): Promise<{ later(): Promise<void> }> {
  await page.addInitScript(() => {
    const { setTimeout } = globalThis
    const waiting: (() => void)[] = []
    const holding = (run: () => void, ms = 0) => (ms < 2_000 ? setTimeout(run, ms) : waiting.push(run))
    const later = () => {
      Object.assign(globalThis, { setTimeout })
      for (const run of waiting) run()
    }
    Object.assign(globalThis, { setTimeout: holding, later })
  })
  return { later: () => page.evaluate(() => (globalThis as unknown as { later(): void }).later()) }
}

for (const path of ['/', examplePath('owner'), '/status']) {
  test(`${path.split('/', 2).join('/')} is painted with its styles before anything but it and its fonts is fetched`, async ({
    page,
  }) => {
    await putOff(page)
    await page.goto(path)
    // Scripts did come: what only they load is there.
    await expect(page.locator('link[rel=stylesheet][disabled]').first()).toBeAttached()
    await page.waitForFunction(() => performance.getEntriesByType('resource').length > 5)
    const seen = await page.evaluate(() => ({
      paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      // Without the icon, which the browser fetches when it likes, and fonts, for which it does not wait long.
      firstMs: Math.min(
        ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ initiatorType, name }) => initiatorType !== 'other' && !name.endsWith('.woff2'))
          .map(({ startTime }) => startTime),
      ),
      // Later ones may come with what is loaded when it is seen.
      sheets: Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')).filter(
        ({ href }) => performance.getEntriesByName(href).length > 0,
      ).length,
      display: getComputedStyle(document.body).display,
    }))
    expect(seen.firstMs).toBeGreaterThanOrEqual(seen.paintedMs)
    expect(seen.sheets).toBe(0)
    expect(seen.display).toBe('flex')
  })
}

for (const path of [examplePath('owner'), examplePath('delegate'), '/latest']) {
  const title = path.split('/', 2).join('/')
  test(`a phone draws the cards of ${title} that nobody sees later, and in the end every one`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { later } = await putOff(page)
    await page.goto(path)
    // Totals that are folded away are no cards to be drawn.
    const rows = await page.locator('main .rows .row td:first-child').filter({ visible: true }).count()
    expect(rows).toBeGreaterThanOrEqual(50)
    expect(await undrawnRows(page)).toBeGreaterThan(rows / 3)
    await later()
    await expect.poll(() => undrawnRows(page)).toBe(0)
  })
}

test('the framework pauses between running its modules and taking over the page', async ({ page }) => {
  await page.addInitScript(() => {
    const isTakenOver = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'))
    const watch = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => Array.from(addedNodes))
      if (!added.some((node) => node instanceof HTMLScriptElement && node.attributes.length === 0)) return
      watch.disconnect()
      const before = [...('next' in globalThis ? ['modules'] : []), 'pause', ...(isTakenOver() ? ['taken over'] : [])]
      const end = setInterval(() => {
        if (!isTakenOver()) return
        clearInterval(end)
        Object.assign(globalThis, { steps: [...before, 'taken over'] })
      }, 20)
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto(examplePath('owner'))
  const steps = await page.waitForFunction(() => (globalThis as { steps?: string[] }).steps)
  expect(await steps.jsonValue()).toEqual(['modules', 'pause', 'taken over'])
})
