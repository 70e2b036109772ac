import type { Page } from '@playwright/test'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { addressOf, hashOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { expect, test } from './live'

/* design.md 4.3. */

const MINT = addressOf('mint of 1,000')
const LONG = addressOf('owner of 1,500')

const AMOUNTS = Array.from({ length: 1_000 }, (_, i) => 2n ** 53n + BigInt((i * 337) % 1_000))
const DESCENDING = AMOUNTS.toSorted((a, b) => (a < b ? 1 : -1))

const tokenAccount = (amount: bigint, i: number) =>
  makeTokenRow({ name: `sorted ${i}`, mint: MINT, owner: addressOf(`wallet ${i % 7}`), amount, leafIndex: i }).account

let net: JourneyNetwork
let unproven: JourneyNetwork
const at = (path: string) => net.at(path)
const LIST = `/owner/${TOKEN_PROGRAM}`

test.beforeAll(async ({ live }) => {
  net = await live.network('sorting', { accounts: AMOUNTS.map(tokenAccount) })
  unproven = await live.network('sorting-in-part', { paging: 'defect', accounts: makeAccounts(LONG, 1_500) })
})

test.afterAll(async () => {
  await net?.leave()
  await unproven?.leave()
})

const heading = (page: Page) => page.getByRole('columnheader', { name: 'Amount (base units)' })

async function amountsOn(page: Page): Promise<bigint[]> {
  const texts = await page.locator('td[data-label="Amount"]').allTextContents()
  return texts.map((text) => BigInt(text.replaceAll(/\D/g, '')))
}

test('1,000 token accounts are sorted by amount to the digit: by a click, on every page, back again and as a file', async ({
  page,
  browser,
}) => {
  await page.goto(at(LIST))
  await expect(page.getByText('Rows 1–50', { exact: true })).toBeVisible()
  await heading(page).getByRole('link').click()
  await expect(page).toHaveURL(/[?&]sort=-amount/)
  await expect(heading(page)).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText('Rows 1–50 of 1,000', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Total 9,007,199,254,741,491,500 base units/)).toBeVisible()
  await expect.poll(() => amountsOn(page)).toEqual(DESCENDING.slice(0, 50))

  for (const from of [50, 100]) {
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText(`Rows ${from + 1}–${from + 50} of 1,000`, { exact: true })).toBeVisible()
    await expect.poll(() => amountsOn(page)).toEqual(DESCENDING.slice(from, from + 50))
  }

  await test.step('Previous in another browser', async () => {
    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('link', { name: 'Previous' }).click()
    await expect(other.getByText('Rows 51–100 of 1,000', { exact: true })).toBeVisible()
    await expect.poll(() => amountsOn(other)).toEqual(DESCENDING.slice(50, 100))
    await context.close()
  })

  await test.step('find one, then the other direction, then none', async () => {
    const wanted = DESCENDING[120] ?? 0n
    await page.getByLabel('Filter this page').fill(String(wanted))
    await expect(page.getByText('1 of 50 loaded rows')).toBeVisible()
    await expect.poll(() => amountsOn(page)).toEqual([wanted])
    await page.getByLabel('Filter this page').fill('')
    const file = await page.request.get(
      at(`/api/v1/getCompressedAccountsByOwner/export?owner=${TOKEN_PROGRAM}&format=csv&sort=-amount`),
    )
    const places = DESCENDING.map((amount) => AMOUNTS.indexOf(amount))
    const hashes = places.map((place) => hashOf(`sorted ${place}`))
    const rows = (await file.text()).split('\r\n')
    expect(rows.filter((row) => hashes.includes(row.split(',')[0] ?? '')).map((row) => row.split(',')[0])).toEqual(
      hashes,
    )
    await heading(page).getByRole('link').click()
    await expect(page).toHaveURL(/[?&]sort=amount/)
    await expect(heading(page)).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => amountsOn(page)).toEqual(DESCENDING.toReversed().slice(0, 50))
    await heading(page).getByRole('link').click()
    await expect(page).not.toHaveURL(/sort=/)
    await expect(heading(page)).not.toHaveAttribute('aria-sort')
  })
})

test('a list that is not complete sorts the rows on the page and says why', async ({ page }) => {
  await page.goto(unproven.at(`/owner/${LONG}?limit=10&sort=-leaf`))
  await expect(
    page.getByText('Sorted within the 10 loaded rows: the whole list is not available for sorting'),
  ).toBeVisible()
  const leaves = await page.locator('td[data-label="Leaf index"]').allTextContents()
  expect(leaves.map(Number)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  const answer = await page.goto(unproven.at(`/owner/${LONG}?sort=nothing`))
  expect(answer?.status()).toBe(400)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('headings sort, and on a phone a menu does', async ({ page }) => {
    await page.goto(at(LIST))
    await heading(page).getByRole('link').click()
    await expect(heading(page)).toHaveAttribute('aria-sort', 'descending')
    await heading(page).getByRole('link').click()
    await expect(heading(page)).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => amountsOn(page)).toEqual(DESCENDING.toReversed().slice(0, 50))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByText('Sort: Amount ↑, least first').click()
    await page.getByRole('link', { name: 'Amount, greatest first' }).click()
    await expect(page).toHaveURL(/[?&]sort=-amount/)
    await expect(page.getByText('Sort: Amount ↓, greatest first')).toBeVisible()
    await expect.poll(() => amountsOn(page)).toEqual(DESCENDING.slice(0, 50))
  })

  test('the menu of the latest transactions sorts times and slots by their age', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/latest')
    await page.locator('summary', { hasText: 'Sort' }).click()
    await expect(page.getByRole('link', { name: /^(?:Time|Slot),/ })).toHaveText([
      'Slot, newest first',
      'Slot, oldest first',
      'Time, newest first',
      'Time, oldest first',
    ])
  })
})
