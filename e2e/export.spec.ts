import fs from 'node:fs'
import { examplePath } from './examples'
import { expect, test } from './test'

/* design.md 4.4, features.md a20 to a24. */

test.use({ javaScriptEnabled: false })

for (const [what, path, rows] of [
  ['accounts of an owner', examplePath('owner'), 2_500],
  ['accounts of a wallet, which are filtered', examplePath('wallet-tokens'), 1],
  ['token accounts of a delegate', examplePath('delegate'), 200],
  ['latest signatures', '/latest', 700],
] as const) {
  test(`${what} are saved whole, whatever page of them is open`, async ({ page }) => {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}limit=10`)
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV', exact: true }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^leafscan-sandbox-get\w+-.*\.csv$/)
    const text = fs.readFileSync(await download.path(), 'utf8')
    const counted = Number(/^# rows: (\d+)\r$/m.exec(text)?.[1])
    expect(counted).toBeGreaterThanOrEqual(rows)
    const lines = text.split('\r\n').filter((line) => line !== '' && !line.startsWith('# '))
    expect(lines).toHaveLength(counted + 1)
    expect(text).toMatch(/^# COMPLETE/m)
    await expect(page.getByRole('link', { name: 'NDJSON', exact: true })).toHaveAttribute('href', /format=ndjson/)
  })
}
