import { test as base, expect, type Page } from '@playwright/test'

/**
 * Pages are painted before their scripts are fetched, and the browser's `load` does not wait for these: a journey that
 * uses what only scripts do begins when they listen. One that asks for another moment (`waitUntil`) gets that.
 */
export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForScripts(page)
    await use(page)
  },
})

export { expect, type Locator, type Page, type Request, type Response, type Route } from '@playwright/test'

/** Makes `goto` and `reload` of a page wait until its scripts listen, where it has any. */
export function waitForScripts(page: Page): void {
  const { goto, reload } = page
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    if (options?.waitUntil === undefined) await listening(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload.call(page, options)
    if (options?.waitUntil === undefined) await listening(page)
    return response
  }
}

/** React marks the document when it takes over the events of a page that it made; it is at rest when it has all of them. */
async function listening(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.getElementById('_R_') === null || Object.keys(document).some((key) => key.startsWith('_reactListening')),
  )
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
}

/** Resolves once every script of a page runs: the last of them draws the region at the foot. */
export async function allScriptsRun(page: Page): Promise<void> {
  await expect(page.locator('body .fixed.bottom-4').first()).toBeAttached()
}
