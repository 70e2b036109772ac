import type { Page } from '@playwright/test'
import { clipboardText } from './clipboard'
import { examplePath } from './examples'
import { expect, test } from './test'

const withoutClipboard = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))

test.describe('without a clipboard', () => {
  test.beforeEach(async ({ page }) => {
    await withoutClipboard(page)
    await page.goto('/latest?limit=10')
  })

  test('a button copies the whole text; the focus stays the reader’s', async ({ page, context }) => {
    const button = page.locator('main [data-copy]').first()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('data-copied')
    await expect(button).toBeFocused()
    await expect(page.locator('textarea')).toHaveCount(0)
    expect(await clipboardText(context)).toBe(await button.getAttribute('data-copy'))
  })

  test('the menus of a page and of its rows copy as well, in a dialog too', async ({ page, context }) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Share this page' })
    await menu.getByRole('button', { name: 'Copy link' }).click()
    await expect(menu.getByRole('status')).toHaveText('Copied link')
    expect(await clipboardText(context)).toContain('/latest?limit=10')
    await page.keyboard.press('Escape')
    await page.locator('summary', { hasText: 'Copy' }).click()
    await page.getByRole('button', { name: /As Markdown/ }).click()
    await expect.poll(() => clipboardText(context)).toContain('| Signature |')
  })
})

test('a selected table is pasted into a spreadsheet column by column', async ({ page, context }) => {
  for (const [kind, name] of [
    ['wallet-tokens', 'Compressed accounts'],
    ['delegate', 'Token accounts'],
  ] as const) {
    await page.goto(`${examplePath(kind)}${kind === 'delegate' ? '?' : '&'}limit=10`)
    const table = page.getByRole('table', { name, exact: true })
    await table.evaluate((element) => getSelection()?.selectAllChildren(element))
    await page.keyboard.press('ControlOrMeta+C')
    const pasted = (await clipboardText(context)).trim().split('\n')
    const [head = [], ...rows] = pasted.map((line) => line.split('\t').map((cell) => cell.trim()))
    expect(head[0]).toBe('Hash')
    expect(rows).toHaveLength(10)
    for (const row of rows) {
      expect(row).toHaveLength(head.length)
      expect(row[0]).toMatch(/^\w{43,44}$/)
      expect(row[head.indexOf('State')]).toMatch(/^(initialized|frozen)$/)
      expect(row).not.toContain('–none')
    }
  }
})

test('where nothing may be copied the text is shown, all of it selected', async ({ page }) => {
  await withoutClipboard(page)
  await page.addInitScript(() => {
    document.execCommand = () => false
  })
  await page.goto(examplePath('owner'))
  const button = page.locator('main [data-copy]').first()
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^The browser blocked copying/ })
  await expect(dialog).toBeVisible()
  const field = dialog.getByRole('textbox')
  await expect(field).toBeFocused()
  expect(
    await field.evaluate((each: HTMLTextAreaElement) => each.value.slice(each.selectionStart, each.selectionEnd)),
  ).toBe(await button.getAttribute('data-copy'))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
})
