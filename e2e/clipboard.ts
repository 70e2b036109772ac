import type { BrowserContext } from '@playwright/test'

/** Pastes into another page: our own pages may not read the clipboard. */
export async function clipboardText(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await page.setContent('<textarea></textarea>')
  const field = page.locator('textarea')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  const text = await field.inputValue()
  await page.close()
  return text
}
