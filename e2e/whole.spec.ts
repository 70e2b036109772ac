import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, test } from './live'
import { addressOf, allRows, lossyAccounts, reading, untilEstimated, untilRead, untilStopped } from './whole'

/* design.md 4.4. */

const OWNER = addressOf('owner of a whole list')
const OTHER = addressOf('owner that is stopped')
const SILENT = addressOf('owner without scripts')
const COUNT = 1_200
const BARE = 100

const PROVEN = 'Complete for accounts with data'

let net: JourneyNetwork

test.beforeAll(async ({ live }) => {
  const owners = [OWNER, OTHER, SILENT]
  net = await live.network('whole', {
    paging: 'defect',
    accounts: owners.flatMap((owner) => lossyAccounts(owner, COUNT, BARE)),
  })
})

test.afterAll(() => net?.leave())

test('pages that lose rows lead to the whole list: its price, its progress, its claim, and every row', async ({
  page,
}) => {
  await page.goto(net.at(`/owner/${OWNER}`))
  const offer = page.getByRole('link', { name: 'Read the whole list in parts' })
  await expect(offer).toHaveAttribute('rel', 'nofollow')
  await offer.click()
  await untilEstimated(page)
  await expect(reading(page)).toContainText(/Reading all of it should take (about|at least) [\d,]+ more calls/)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('button', { name: 'Start reading' }).click()
  await untilRead(page, PROVEN)
  expect(new URL(page.url()).searchParams.get('calls')).toBe('2000')
  const claim = page.getByRole('region', { name: /^Every account with data/ })
  await expect(claim).toContainText('Of accounts without data')
  await expect(claim).toContainText('others cannot be excluded')
  await expect(claim).toContainText('The rows found come to')
  await expect(page.getByText('End of list')).toHaveCount(0)
  expect(await violationsOn(page)).toEqual([])

  const listed = await allRows(page, net, OWNER)
  const withData = net.indexer.data.accounts.filter((row) => row.owner === OWNER && row.data).map((row) => row.hash)
  expect(new Set(listed).size).toBe(listed.length)
  expect(withData.filter((hash) => !listed.includes(hash))).toEqual([])
  await expect(reading(page).getByRole('link', { name: 'CSV' })).toHaveAttribute('href', /\/export\?.*whole=true/)
})

test('a reading that has made its calls stops, says so, and goes on with more', async ({ page }) => {
  await page.goto(net.at(`/owner/${OTHER}?whole=true&calls=40`))
  await untilStopped(page, 'Allow 2,000 more calls')
  await expect(reading(page)).toContainText('Stopped')
  await expect(reading(page)).toContainText('at most 40')
  await expect(page.getByText(/^Every account/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Allow 2,000 more calls' }).click()
  await untilRead(page, PROVEN)
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page reads for some seconds, and a link goes on', { tag: '@nightly' }, async ({ page }) => {
    await page.goto(net.at(`/owner/${SILENT}?whole=true`))
    await page.getByRole('link', { name: 'Start reading' }).click()
    const onward = page.getByRole('link', { name: 'Continue' })
    while ((await onward.count()) > 0) await onward.click()
    await untilRead(page, PROVEN)
    await expect(page.getByRole('table', { name: 'Compressed accounts' }).locator('tbody tr')).toHaveCount(50)
  })
})
