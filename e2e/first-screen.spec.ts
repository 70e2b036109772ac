import { expectNoSidewaysScroll } from './axe'
import { examplePath, examples } from './examples'
import type { Page } from './page'
import { expect, test } from './test'

/* design.md 7. */

const WALLET = new URL(examplePath('wallet-tokens'), 'http://here').searchParams.get('filter')?.split(':')[1] ?? ''

const WITH_TOTALS = /^(All tokens of this wallet|Totals by mint|Compressed accounts|Token accounts)$/

const LISTS = [
  { path: examplePath('owner'), table: 'Compressed accounts', onPhone: 5 },
  { path: examplePath('wallet'), table: 'Compressed accounts', onPhone: 5 },
  { path: examplePath('wallet-tokens'), table: 'Compressed accounts', onPhone: 4 },
  { path: `/wallet/${WALLET}`, table: WITH_TOTALS, onPhone: 3 },
  { path: `/wallet/${WALLET}?tab=given`, table: WITH_TOTALS, onPhone: 3 },
  {
    path: `${examplePath('wallet').replace('/owner/', '/wallet/')}?tab=sol`,
    table: 'Compressed accounts',
    onPhone: 3,
  },
  {
    path: `${examplePath('delegate').replace('/delegate/', '/wallet/')}?tab=received`,
    table: WITH_TOTALS,
    onPhone: 3,
  },
  { path: examplePath('delegate'), table: WITH_TOTALS, onPhone: 5 },
  { path: '/latest', table: 'Signatures', onPhone: 5 },
]

const wholeRows = (page: Page, table: string | RegExp) =>
  page
    .getByRole('table', { name: table })
    .locator('.row')
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length)

test('at 1280 × 900 the first screen of every list holds at least 14 whole rows', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  for (const { path, table } of LISTS) {
    await page.goto(path)
    expect.soft(await wholeRows(page, table), path).toBeGreaterThanOrEqual(14)
  }
})

test('a phone shows rows at once, in its own fonts too: the head of a list takes 250 px at most', async ({ page }) => {
  await page.route('**/*.woff2', (route) => route.abort())
  await page.setViewportSize({ width: 390, height: 664 })
  for (const { path, table, onPhone } of LISTS) {
    await page.goto(path)
    expect.soft(await wholeRows(page, table), path).toBeGreaterThanOrEqual(onPhone)
    if (table === WITH_TOTALS || onPhone < 5) continue
    const head = await page.locator('main').evaluate((main) => {
      const row = main.querySelector('.rows .row')
      return (row?.getBoundingClientRect().top ?? 0) - main.getBoundingClientRect().top
    })
    expect.soft(head, path).toBeLessThanOrEqual(250)
  }
})

test('no page with a chain node behind it is wider than 320 px', { tag: '@nightly' }, async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 664 })
  const hash = examplePath('consumed').replace('/account/', '')
  const answer = await fetch(`${baseURL}/api/v1/getCompressionSignaturesForAccount?hash=${hash}`)
  const { signature } = (await answer.json()).result.value.items[0]
  const paths = ['/', '/latest', `/tx/${signature}`, `/wallet/${WALLET}`]
  for (const path of [...paths, ...examples.map((example) => example.path)]) {
    await page.goto(path)
    await test.step(path, () => expectNoSidewaysScroll(page))
  }
})
