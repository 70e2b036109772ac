import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { trueAccount } from '@/lib/testing/true-rows'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { expect, test } from './live'

const LONG = addressOf('owner whose proofs take a while')
const LATER = addressOf('owner whose rows change')
const PLAIN = addressOf('owner for readers without scripts')
/** Few enough for a low-priority thread on a busy machine. */
const ROWS = 200

let net: JourneyNetwork
const at = (path: string) => net.at(path)
/** A page requests missing proofs six times, the last time after 31 s. */
const ALL_REQUESTS = { timeout: 50_000 }
const marked = '[data-list] tr.row[data-proof="matches"]'
const wrong = '[data-list] tr.row[data-proof="differs"]'

test.beforeAll(async ({ live }) => {
  const accounts = [LONG, PLAIN].flatMap((owner) => makeAccounts(owner, ROWS))
  net = await live.network('proof', { accounts: [...accounts, ...makeAccounts(LATER, 3)].map(trueAccount) })
})

test.afterAll(() => net?.leave())

test('marks that were not there in time come to the page by themselves', async ({ page }) => {
  await page.goto(at(`/owner/${LONG}?limit=1000`))
  await expect(page.locator(marked)).toHaveCount(ROWS, ALL_REQUESTS)
  await expect(page.getByText('not checked yet')).toBeHidden()
  await expect(page.getByText('A hash proves content, not membership in the state tree.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Wrong rows' })).toBeHidden()
})

test('a row that the indexer alters later is shown as wrong, and says so', async ({ page }) => {
  await page.goto(at(`/owner/${LATER}`))
  await expect(page.locator(marked)).toHaveCount(3, ALL_REQUESTS)
  const { data } = net.indexer
  data.accounts = data.accounts.map((row) =>
    row.owner === LATER && row.leafIndex === 1 ? { ...row, lamports: 5_000_000_000n } : row,
  )
  data.slot += 1
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.locator(wrong)).toHaveCount(1, { timeout: 2_000 })
  }).toPass()
  await expect(page.locator(marked)).toHaveCount(2)
  await expect(page.getByRole('heading', { name: 'Wrong rows' })).toBeVisible()
  await page.locator(`${wrong} a[aria-expanded]`).click()
  await expect(page.getByText('wrong: does not match the hash')).toBeVisible()
})

test('an indexer that is down takes no mark away', async ({ page }) => {
  await page.goto(at(`/owner/${LONG}?limit=10`))
  await expect(page.locator(marked)).toHaveCount(10)
  net.indexer.fail(FAULTS.serverError)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.locator(marked)).toHaveCount(10)
  net.indexer.fail(null)
})
