import fs from 'node:fs'
import { csvFields, csvRecords, withoutComments } from '../lib/format/csv'
import { examplePath } from './examples'
import type { Page } from './page'
import { expect, test } from './test'

/* design.md 4.4, features.md a20 to a24. */

test.use({ javaScriptEnabled: false })

async function saveCsv(page: Page, rows: string): Promise<{ name: string; text: string }> {
  await page.locator('summary', { hasText: /^Export/ }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: `CSV: ${rows}` }).click()
  const download = await saving
  return { name: download.suggestedFilename(), text: fs.readFileSync(await download.path(), 'utf8') }
}

const hashesIn = (csv: string) =>
  csvRecords(withoutComments(csv))
    .slice(1)
    .map((record) => csvFields(record)[0])

for (const [what, path, rows] of [
  ['accounts of an owner', examplePath('owner'), 2_500],
  ['accounts of a wallet, which are filtered', examplePath('wallet-tokens'), 1],
  ['token accounts of a delegate', examplePath('delegate'), 200],
  ['latest signatures', '/latest', 700],
] as const) {
  test(`${what} are saved whole, whatever page of them is open`, async ({ page }) => {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}limit=10`)
    const { name, text } = await saveCsv(page, 'All rows')
    expect(name).toMatch(/^leafscan-sandbox-get\w+-.*\.csv$/)
    const counted = Number(/^# rows: (\d+)\r$/m.exec(text)?.[1])
    expect(counted).toBeGreaterThanOrEqual(rows)
    const lines = text.split('\r\n').filter((line) => line !== '' && !line.startsWith('# '))
    expect(lines).toHaveLength(counted + 1)
    expect(text).toMatch(/^# COMPLETE/m)
    const ndjson = page.getByRole('link', { name: 'NDJSON: All rows' })
    await expect(ndjson).toHaveAttribute('href', /format=ndjson/)
  })
}

test('a page is saved as it is on the screen, and the rest of the list from it on', async ({ page }) => {
  await page.goto(`${examplePath('owner')}?limit=50`)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 51–100')).toBeVisible()
  const shown = await page.locator('a[aria-expanded]').evaluateAll((links) => links.map((link) => link.id))
  const { text } = await saveCsv(page, 'This page')
  expect(text).toContain('# ONE PAGE OF A LIST: rows 51 to 100\r\n')
  expect(hashesIn(text)).toEqual(shown)
  await page.reload()
  const rest = hashesIn((await saveCsv(page, 'From here on')).text)
  expect(rest.slice(0, 50)).toEqual(shown)
  expect(rest.length).toBeGreaterThan(2_000)
})
