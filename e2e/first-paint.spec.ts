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

test('a phone draws every card in the end, those that nobody scrolled to as well', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(examplePath('owner'))
  await expect(page.locator('main .rows .row')).toHaveCount(50)
  await expect.poll(() => undrawnRows(page)).toBe(0)
})
