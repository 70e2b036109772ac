import { examplePath } from './examples'
import { expect, test } from './test'
import { undrawnRows } from './undrawn-rows'

// What the guard makes of a page, as a browser takes it. lib/guard/paint-first.ts

for (const path of ['/', examplePath('owner'), '/status']) {
  test(`${path.split('/', 2).join('/')} is painted with its styles before anything but it is fetched`, async ({
    page,
  }) => {
    await page.goto(path)
    // Scripts did come: what only they load is there.
    await expect(page.locator('link[rel=stylesheet][disabled]').first()).toBeAttached()
    await page.waitForFunction(() => performance.getEntriesByType('resource').length > 5)
    const seen = await page.evaluate(() => ({
      paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      // Without the icon, which the browser fetches when it likes.
      firstMs: Math.min(
        ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(({ initiatorType }) => initiatorType !== 'other')
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
    await page.addInitScript(() => {
      const look = () => {
        const rows = Array.from(document.querySelectorAll('main .rows .row td:first-child'))
        const waiting = rows.filter((row) => !row.checkVisibility({ contentVisibilityAuto: true })).length
        Object.assign(globalThis, { atFirst: { rows: rows.length, waiting } })
      }
      // Behind the first frame, which finds out what is in sight.
      addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => requestAnimationFrame(look)))
    })
    await page.goto(path)
    const atFirst = await page.waitForFunction(() => (globalThis as { atFirst?: object }).atFirst)
    const { rows, waiting } = (await atFirst.jsonValue()) as { rows: number; waiting: number }
    expect(rows).toBeGreaterThanOrEqual(50)
    expect(waiting).toBeGreaterThan(rows / 3)
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
