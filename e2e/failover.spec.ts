import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import type { Joined } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, test } from './live'

/* design.md 4.4. */

const OWNER = addressOf('owner on two indexers')
/** Accounts are requested by the thousand. */
const COUNT = 1_040
const LAST_OF_FIRST_REQUEST = 950

let net: Joined & { indexers: [StandIn, StandIn] }

test.beforeAll(async ({ live }) => {
  const accounts = makeAccounts(OWNER, COUNT)
  net = await live.twoIndexers('spare', [{ accounts }, { accounts }])
})
test.afterAll(() => net?.leave())

test('the next page comes from the second indexer, says so, and lacks no row', async ({ page }) => {
  const [first, second] = net.indexers
  const { accounts } = second.data
  const list = net.at(`/api/v1/getCompressedAccountsByOwner?owner=${OWNER}&limit=${LAST_OF_FIRST_REQUEST}`)
  const { cursor } = (await (await page.request.get(list)).json()).result.value
  // A page of few rows, which a busy machine draws in time too.
  await page.goto(net.at(`/owner/${OWNER}?limit=50&cursor=${cursor}`))
  await expect(page.getByText('Rows 951–1,000')).toBeVisible()

  first.fail(FAULTS.reset)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 1,001–1,040')).toBeVisible()
  const ids = () => page.locator('a[aria-expanded]').evaluateAll((links) => links.map(({ id }) => id))
  await expect.poll(ids).toEqual(accounts.slice(1_000).map(({ hash }) => hash))
  await expect(page.getByText('Not proven complete')).toBeVisible()
  await expect(page.getByText(/went on with another indexer after the one that began it failed/)).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  const api = await page.request.get(net.at(`/api/v1/getCompressedAccountsByOwner?owner=${OWNER}&limit=50`))
  expect(await api.json()).toMatchObject({ meta: { indexer: 'spare#2' } })
})
