import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { expect, test } from './live'

/* An indexer that sorts by leaf index but continues after a hash, as Photon does: facts/photon-wire.md 8. */
const SMALL = addressOf('owner of 700')
const LARGE = addressOf('owner of 5000')

let net: JourneyNetwork
const at = (path: string) => net.at(path)

test.beforeAll(async ({ live }) => {
  net = await live.network('paging-defect', {
    paging: 'defect',
    accounts: [...makeAccounts(SMALL, 700), ...makeAccounts(LARGE, 5_000)],
  })
})

test.afterAll(() => net?.leave())

test('all 700 accounts of an owner are shown exactly once at 50 a page, and the list is called complete', async ({
  page,
}) => {
  const expected = net.indexer.data.accounts.filter((account) => account.owner === SMALL).map((account) => account.hash)
  await page.goto(at(`/owner/${SMALL}`))
  const seen: string[] = []
  for (let number = 0; number < 14; number++) {
    await expect(page.getByText(`Rows ${number * 50 + 1}–${number * 50 + 50}`)).toBeVisible()
    await expect(page.getByText(/^Complete/).first()).toBeVisible()
    seen.push(...(await page.locator('a[aria-expanded]').evaluateAll((links) => links.map((link) => link.id))))
    if (number < 13) await page.getByRole('link', { name: 'Next' }).click()
  }
  expect(seen).toHaveLength(700)
  expect(new Set(seen)).toEqual(new Set(expected))
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
})

test('no page of an owner of 5,000 claims completeness, no account is shown twice, and the reason is given', async ({
  page,
}) => {
  await page.goto(at(`/owner/${LARGE}?limit=250`))
  const seen: string[] = []
  for (;;) {
    await expect(page.getByText(/^Incomplete/).first()).toBeVisible()
    await expect(page.getByText(/^Complete/)).toHaveCount(0)
    const hashes = await page.locator('a[aria-expanded]').evaluateAll((links) => links.map((link) => link.id))
    seen.push(...hashes)
    const next = page.getByRole('link', { name: 'Next' })
    if ((await next.count()) === 0) break
    const before = page.url()
    await next.click()
    await page.waitForURL((url) => url.href !== before)
    if (hashes[0]) await expect(page.locator(`[id="${hashes[0]}"]`)).toHaveCount(0)
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBeLessThan(5_000)
  await page
    .getByText(/^Incomplete/)
    .first()
    .click()
  await expect(page.getByText(/skip/)).toBeVisible()
})
