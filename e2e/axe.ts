import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One line per rule. Adds target size (WCAG 2.2, 2.5.8), off by default. @axe-core/playwright would take three times as long. */
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

export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, 390, 'light')
  await expectNoViolation(page, 1280, 'dark')
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

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(wider, `sideways at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}
