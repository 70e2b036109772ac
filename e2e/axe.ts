import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds on a page, a line for each rule that is broken; all rules unless some are named. WCAG 2.2's size of
 * targets (2.5.8) is among them, which axe leaves out by itself. Its own package for Playwright runs it again in a second
 * page, for frames of other origins: there are none here, and three times as long is long over 200 looks.
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      ...(rules ? { runOnly: [...rules] } : { rules: { 'target-size': { enabled: true } } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, rules)
}

/** No violation on a phone in light and on a wide screen in dark, and no sideways scroll from 320 to 2560 px. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, 390, 'light')
  await expectNoViolation(page, 1280, 'dark')
  // The narrowest of each layout, and the widest of all.
  for (const width of [320, 641, 1025, 2560]) {
    await page.setViewportSize({ width, height: 860 })
    await expectNoSidewaysScroll(page)
  }
}

async function expectNoViolation(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await page.setViewportSize({ width, height: 860 })
  await page.emulateMedia({ colorScheme })
  expect(await violationsOn(page), `${colorScheme} at ${width}`).toEqual([])
  await expectNoSidewaysScroll(page)
}

/** Waits for the final width: scripts redraw for a new one. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(wider, `sideways at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}
