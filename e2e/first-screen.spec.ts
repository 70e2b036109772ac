import { examplePath } from './examples'
import { expect, test } from './test'

/* Rows that a reader sees whole before scrolling. design.md 7. */

const SCREENS = [
  { width: 1280, height: 900, least: 14 },
  { width: 390, height: 844, least: 4 },
]

/** The wallet whose tokens the sandbox's example shows. */
const WALLET = new URL(examplePath('wallet-tokens'), 'http://here').searchParams.get('filter')?.split(':')[1] ?? ''

const LISTS = [
  { path: examplePath('owner'), table: 'Compressed accounts' },
  { path: examplePath('wallet'), table: 'Compressed accounts' },
  // The totals by mint are rows, too, and those that a wallet is opened for.
  { path: `/wallet/${WALLET}`, table: /^(Totals by mint|Compressed accounts)$/ },
  // Below its totals, which fill a phone's first screen.
  { path: examplePath('delegate'), table: 'Token accounts', from: 1280 },
  { path: '/latest', table: 'Signatures' },
]

for (const { width, height, least } of SCREENS) {
  test(`at ${width} × ${height} the first screen of every list holds at least ${least} whole rows`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    for (const { path, table, from = 0 } of LISTS) {
      if (width < from) continue
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
