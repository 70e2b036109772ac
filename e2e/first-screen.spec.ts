import { examplePath } from './examples'
import { expect, test } from './test'

/* design.md 7. */

const SCREENS = [
  { width: 1280, height: 900, least: 14 },
  { width: 390, height: 844, least: 4 },
]

const WALLET = new URL(examplePath('wallet-tokens'), 'http://here').searchParams.get('filter')?.split(':')[1] ?? ''

const WITH_TOTALS = /^(Totals by mint|Compressed accounts|Token accounts)$/

const LISTS = [
  { path: examplePath('owner'), table: 'Compressed accounts' },
  { path: examplePath('wallet'), table: 'Compressed accounts' },
  { path: `/wallet/${WALLET}`, table: WITH_TOTALS },
  { path: `/wallet/${WALLET}?tab=given`, table: WITH_TOTALS },
  { path: `${examplePath('wallet').replace('/owner/', '/wallet/')}?tab=sol`, table: 'Compressed accounts' },
  { path: `${examplePath('delegate').replace('/delegate/', '/wallet/')}?tab=received`, table: WITH_TOTALS },
  { path: examplePath('delegate'), table: 'Token accounts' },
  { path: '/latest', table: 'Signatures' },
]

for (const { width, height, least } of SCREENS) {
  const tag = width === 390 ? ['@nightly'] : []
  test(`at ${width} × ${height} the first screen of every list holds at least ${least} whole rows`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    for (const { path, table } of LISTS) {
      await page.goto(path)
      const seen = await page
        .getByRole('table', { name: table })
        .locator('.row')
        .evaluateAll(
          (rows, bottom) => rows.map((row) => row.getBoundingClientRect()).filter((row) => row.bottom <= bottom).length,
          height,
        )
      expect.soft(seen, path).toBeGreaterThanOrEqual(least)
    }
  })
}
