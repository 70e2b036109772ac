import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { recordHistory } from '@/lib/testing/history/recorded-history'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { StandIn } from '@/lib/testing/stand-in/stand-in'
import { type ClockedExplorer, startExplorer } from '@/lib/testing/world/explorer'
import { SITE } from '@/lib/testing/world/site'
import { expectAccessible } from './axe'
import { expect, type Page, test } from './page'
import { untilServed } from './served'

/* Several indexers: `main` has a morning of history, `calm` none yet, `shaky` is set by each test, `silent` never answers. */

const SLOT = 418_890_000
const owner = addressOf('owner')

let folder: string
let explorer: ClockedExplorer
const main = new StandIn({ slot: SLOT })
const calm = new StandIn({ slot: SLOT })
const shaky = new StandIn({ slot: SLOT, accounts: makeAccounts(owner, 12) })
const silent = new StandIn({ slot: SLOT })

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-status-'))
  await Promise.all([main, calm, shaky, silent].map((indexer) => indexer.start()))
  silent.fail(FAULTS.hang)
  recordHistory(
    folder,
    'main',
    [
      { minutes: 60, verdict: 'ok' },
      { minutes: 20, verdict: 'behind', pace: 1 },
      { minutes: 40, verdict: 'ok', pace: 3.25 },
      { minutes: 15, verdict: null },
      { minutes: 30, verdict: 'ok' },
      { minutes: 10, verdict: 'unreachable' },
      { minutes: 2, verdict: 'behind', pace: 4 },
      { minutes: 20, verdict: 'ok' },
    ],
    { slot: SLOT - 5 },
  )
  explorer = await startExplorer('machine', {
    INDEXER_URL: `main=${main.url},calm=${calm.url},shaky=${shaky.url},silent=${silent.url}`,
    PROBE_SECONDS: '0.1',
    DATA_DIR: folder,
    SITE_URL: SITE,
  })
  setInterval(() => {
    for (const indexer of [main, calm, shaky]) indexer.data.slot++
  }, 200).unref()
})

test.afterAll(async () => {
  await explorer.stop()
  await Promise.all([main, calm, shaky, silent].map((indexer) => indexer.stop()))
  rmSync(folder, { recursive: true, force: true })
})

test.afterEach(async () => {
  shaky.data.lag = 0
  shaky.fail(null)
})

const at = (link: string) => `${explorer.url}${link}`
const verdict = (page: Page) => page.getByRole('region', { name: 'Current status' })
const incidents = (page: Page) => page.getByRole('table', { name: 'Incidents', exact: true })

const chart = (page: Page) => page.getByRole('figure').filter({ hasText: 'Speed' })

test('the verdict stands first, with what it rests on and the last three checks', async ({ page }) => {
  await page.goto(at('/status'))
  await expect(verdict(page)).toContainText('ok')
  await expect(verdict(page)).toContainText('Indexer healthy')
  await expect(verdict(page)).toContainText('Last checkok')
  const checks = verdict(page).getByRole('list', { name: 'Recent checks of the indexer' }).getByRole('listitem')
  await expect(checks).toHaveCount(3)
  await expect(checks.first()).toContainText(/\d\d:\d\d:\d\d\s*ok\s*418,890,\d\d\d\s*\d+ ms/)
  const operations = page.getByRole('table', { name: 'Operations of the indexer' })
  await expect(operations.getByRole('row', { name: /^getIndexerSlot ok/ })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page).toHaveTitle('main indexer: unknown · Leafscan')
})

test('what was not ok is listed with a permalink that shows it, and with the times to copy', async ({ page }) => {
  await page.goto(at('/status?range=6h'))
  await expect(page.getByRole('link', { name: '6h' })).toHaveAttribute('aria-current', 'true')
  // Only the recorded ones: on a busy machine this test's indexer may have been late too.
  const rows = incidents(page)
    .getByRole('row')
    .filter({ hasText: /\d+ min/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(/unreachable\s*then\s*behind/)
  await expect(rows.nth(0)).toContainText('12 min')
  await expect(rows.nth(1)).toContainText('20 min')
  await rows
    .nth(0)
    .getByRole('link', { name: /^Details/ })
    .click()
  await expect(page).toHaveURL(/\/status\/incident\/leafscan-main-\d{13}$/)
  await expect(page).toHaveTitle(/^main indexer unreachable at worst, 12 min in all/)
  await expect(page.getByRole('region', { name: 'Incident' })).toContainText('The indexer was unreachable.')
  await expect(page.getByRole('table', { name: 'Course' }).getByRole('row')).toHaveCount(4)
  await page.getByRole('link', { name: 'Status at that time' }).click()
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\dT[\d:]{8}Z&to=[\dT:-]{19}Z$/)
  await expect(page).toHaveTitle(/^\S+ indexer, \d{4}-\d\d-\d\d .* UTC to \d{4}-\d\d-\d\d .* UTC/)
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.indexOf('History')).toBeLessThan(headings.indexOf('Recent checks'))
  await expect(incidents(page).getByRole('row')).toHaveCount(2)
  await page.goBack()
  await page.goBack()
  await expect(rows).toHaveCount(2)
})

test('a permalink shows the same without scripts, drawn by the server', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(at('/status?range=6h'))
  await expect(verdict(page)).toContainText('ok')
  await incidents(page)
    .getByRole('link', { name: /^Details/ })
    .last()
    .click()
  await page.getByRole('link', { name: 'Status at that time' }).click()
  await expect(incidents(page).getByRole('row')).toHaveCount(2)
  await expect(incidents(page)).toContainText('20 min')
  const speed = page.getByRole('img', { name: /^Speed: [\d.]+ slots\/s to/ })
  await expect(speed.locator('path[d*="L"]')).toHaveCount(1)
  await expect(page.getByRole('img', { name: /^Status, / }).first()).toBeVisible()
  await page.getByText('Custom range').click()
  await page.getByLabel('From (UTC)').fill('2026-01-01T10:00:00')
  await page.getByLabel('To (UTC)').fill('2026-01-01T11:00:00')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('No checks in this range')).toBeVisible()
  await expect(page.getByText('No incidents recorded')).toHaveCount(0)
  await context.close()
})

test('a drag over a chart looks closer, and going back looks from afar again', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto(at('/status?range=6h'))
  const plot = chart(page).locator('.plot')
  await plot.scrollIntoViewIfNeeded()
  const box = await plot.boundingBox()
  if (!box) throw new Error('no chart')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.6, y)
  await expect(page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)).toBeVisible()
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, y, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/\?from=.*&to=/)
  const read = new URL(page.url()).searchParams
  const minutes = (Date.parse(read.get('to') ?? '') - Date.parse(read.get('from') ?? '')) / 60_000
  expect(minutes).toBeCloseTo(72, -1)
  await page.goBack()
  await expect(page).toHaveURL(at('/status?range=6h'))
})

test('every value can be had by keyboard, with the slider for all charts at once', async ({ page }) => {
  await page.goto(at('/status?range=6h'))
  const slider = page.getByRole('slider', { name: 'Selected time' })
  await slider.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /^\d\d:\d\d:\d\d UTC, ok, slot 418,8\d\d,\d\d\d$/)
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', /no data$/)
  await expect(chart(page)).toContainText('no data')
})

test('all networks have a page together: the worst is named, and each leads to its own', async ({ page }) => {
  await page.goto(at('/status'))
  await page.getByText('main', { exact: true }).first().click()
  await page.getByRole('link', { name: 'all networks' }).click()
  await expect(page).toHaveURL(at('/status?cluster=all'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All networks')
  const listed = page.getByRole('list', { name: 'Networks' })
  const together = page.getByRole('region', { name: 'Current status of all networks' })
  await expect(together).toContainText(/silent: unreachable/, { timeout: 20_000 })
  await expect(listed.getByRole('link')).toHaveCount(4)
  await expect(listed.getByRole('link', { name: 'calm' })).toBeVisible()
  await expect(page.getByText(`${SITE}/api/v1/health?strict=1&cluster=all`)).toBeVisible()
  await page.reload()
  await expect(listed.getByRole('link').first()).toHaveAccessibleName(/^silent/)
  await listed.getByRole('link', { name: /^calm/ }).click()
  await expect(page).toHaveURL(at('/status?cluster=calm'))
  await expect(page.getByText(`${SITE}/badge.svg?cluster=calm`)).toBeVisible()
  expect((await page.goto(at('/latest?cluster=all')))?.status()).toBe(400)
})

test.describe('the banner of pages that show data', () => {
  const banner = (page: Page) => page.getByRole('complementary', { name: 'Indexer status' })

  test('comes when the indexer falls behind, goes when it is back, and moves nothing', { tag: '@nightly' }, async ({
    page,
  }) => {
    await page.goto(at(`/owner/${owner}?cluster=shaky`))
    await expect(banner(page)).toHaveCount(0)
    const top = () => page.locator('main').evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()
    shaky.data.lag = 57
    await expect(banner(page)).toContainText('Indexer 57 slots behind (about', { timeout: 15_000 })
    await expect(page.getByRole('status').filter({ hasText: 'The indexer is behind.' })).toHaveCount(1)
    expect(await top()).toBe(before)
    await expect(banner(page)).toBeInViewport({ ratio: 1 })
    shaky.data.lag = 0
    await expect(banner(page)).toHaveCount(0, { timeout: 15_000 })
    await expect(page.getByRole('status').filter({ hasText: 'The indexer is ok.' })).toHaveCount(1)
    expect(await top()).toBe(before)
    await expect(page.getByRole('table', { name: 'Compressed accounts' }).getByRole('row')).toHaveCount(13)
  })

  test('stands in the HTML and leads to the evidence', async ({ browser }) => {
    shaky.data.lag = 57
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await untilServed(at(`/owner/${owner}?cluster=shaky`), '57 slots behind')
    await page.goto(at(`/owner/${owner}?cluster=shaky`))
    await expect(banner(page)).toContainText('57 slots behind')
    await banner(page).getByRole('link', { name: 'Status' }).click()
    await expect(page).toHaveURL(at('/status?cluster=shaky'))
    await expect(banner(page)).toHaveCount(0)
    await context.close()
  })
})

test('axe finds nothing on a page with incidents, gaps and charts, on a phone and on a wide screen', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto(at('/status?range=6h'))
  await page.getByText('Custom range').click()
  await expectAccessible(page)
  await incidents(page)
    .getByRole('link', { name: /^Details/ })
    .last()
    .click()
  await expect(page.getByRole('heading', { name: 'Numbers' })).toBeVisible()
  await expectAccessible(page)
})
