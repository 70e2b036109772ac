import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import type { Joined } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, test } from './live'

/* design.md 4.4. */

const OWNER = addressOf('owner on two indexers')
const COUNT = 1_200

let net: Joined & { indexers: [StandIn, StandIn] }

test.beforeAll(async ({ live }) => {
  const accounts = makeAccounts(OWNER, COUNT)
  net = await live.twoIndexers('spare', [{ accounts }, { accounts }])
})
test.afterAll(() => net?.leave())

test('the next page comes from the second indexer, says so, and lacks no row', async ({ page }) => {
  const [first, second] = net.indexers
  const { accounts } = second.data
  await page.goto(net.at(`/owner/${OWNER}?limit=1000`))
  await expect(page.getByText('Rows 1–1,000')).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))

  first.fail(FAULTS.reset)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 1,001–1,200')).toBeVisible({ timeout: 20_000 })
  const ids = () => page.locator('a[aria-expanded]').evaluateAll((links) => links.map(({ id }) => id))
  await expect.poll(ids).toEqual(accounts.slice(1_000).map(({ hash }) => hash))
  await expect(page.getByText('Not proven complete')).toBeVisible()
  await expect(page.getByText(/went on with another indexer after the one that began it failed/)).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  const api = await page.request.get(net.at(`/api/v1/getCompressedAccountsByOwner?owner=${OWNER}&limit=50`))
  expect(await api.json()).toMatchObject({ meta: { indexer: 'spare#2' } })
})
