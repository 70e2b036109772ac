import { test as base, expect, type Page } from '@playwright/test'

/** `load` does not wait for scripts: `goto` and `reload` wait until they listen, unless `waitUntil` is given. */
export const test = base.extend({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForScripts(page)
    await use(page)
  },
})

export { expect, type Locator, type Page, type Request, type Response, type Route } from '@playwright/test'

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

/** React marks the document when it takes over a page's events; idle once it has all of them. */
async function listening(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.getElementById('_R_') === null || Object.keys(document).some((key) => key.startsWith('_reactListening')),
  )
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
}

export async function allScriptsRun(page: Page): Promise<void> {
  await expect(page.locator('body .fixed.bottom-4').first()).toBeAttached()
}
