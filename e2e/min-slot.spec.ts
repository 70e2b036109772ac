import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, type Page, test } from './live'

/* design.md 4.3. */

const OWNER = addressOf('owner of a slot')
const SLOT = 418_900_000

let net: JourneyNetwork

test.beforeAll(async ({ live }) => {
  net = await live.network('min-slot', { slot: SLOT, accounts: makeAccounts(OWNER, 12) })
})

test.afterAll(() => net?.leave())

const rows = (page: Page) => page.getByRole('table', { name: 'Compressed accounts' }).locator('tbody tr')

async function waitsFarAhead(page: Page) {
  const minSlot = net.indexer.data.slot + 1_000
  const response = await page.goto(net.at(`/owner/${OWNER}?minSlot=${minSlot}&limit=10`))
  expect(response?.status()).toBe(200)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  const waiting = page.locator('[data-notice="slot_not_reached"]')
  await expect(waiting).toContainText(`needs slot ${minSlot.toLocaleString('en-US')} or later`)
  await expect(rows(page)).toHaveCount(0)
}

async function comesWithItsSlot(page: Page) {
  const minSlot = net.indexer.data.slot + 5
  const before = net.indexer.callCount
  const visit = page.goto(net.at(`/owner/${OWNER}?minSlot=${minSlot}&limit=10`))
  await expect.poll(() => net.indexer.callCount).toBeGreaterThan(before)
  net.indexer.data.slot = minSlot
  await visit
  await expect(rows(page)).toHaveCount(10)
  await expect(page.locator('.list-line')).toContainText(minSlot.toLocaleString('en-US'))
}

test('a link to a slot far ahead says so, and comes by itself once the indexer is there', async ({ page }) => {
  await waitsFarAhead(page)
  expect(await violationsOn(page)).toEqual([])
  const minSlot = net.indexer.data.slot + 18
  await page.goto(net.at(`/owner/${OWNER}?minSlot=${minSlot}&limit=10`))
  await expect(page.locator('[data-notice="slot_not_reached"]')).toBeVisible()
  net.indexer.data.slot = minSlot
  await expect(rows(page)).toHaveCount(10, { timeout: 20_000 })
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(2)
  expect(new URL(page.url()).searchParams.get('minSlot')).toBe(String(minSlot))
})

test('a link to a slot that is about to come opens with it', ({ page }) => comesWithItsSlot(page))

test('a wallet and the latest transactions wait for a slot as well', async ({ page }) => {
  for (const path of [`/wallet/${OWNER}`, '/latest', `/delegate/${OWNER}`]) {
    const response = await page.goto(net.at(`${path}?minSlot=${net.indexer.data.slot + 500}`))
    expect(response?.status(), path).toBe(200)
    await expect(page.locator('[data-notice="slot_not_reached"]').first(), path).toBeVisible()
    const refused = await page.goto(net.at(`${path}?minSlot=1e3`))
    expect(refused?.status(), path).toBe(400)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a slot far ahead: what the indexer has now is a link away', async ({ page }) => {
    await waitsFarAhead(page)
    await page.getByRole('link', { name: 'Show anyway' }).click()
    await expect(rows(page)).toHaveCount(10)
    expect(new URL(page.url()).searchParams.has('minSlot')).toBe(false)
  })

  test('a slot that is about to come', ({ page }) => comesWithItsSlot(page))
})
