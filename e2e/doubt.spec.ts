import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { expect, type Page, test } from './live'

const SLOT = 418_890_000

const badge = (page: Page) => page.getByRole('link', { name: /^Indexer/ }).first()
test('a check for what exists nowhere is answered "not found": that is ok', async ({ page, live }) => {
  const { indexer, at, leave } = await live.network('canaries', { slot: SLOT })
  const moving = setInterval(() => indexer.data.slot++, 400)
  await page.goto(at('/status'))
  const operations = page.getByRole('table', { name: 'Operations of the indexer' })
  const signatures = operations.getByRole('row', { name: /^getCompressionSignaturesForAccount/ })
  await expect(signatures).toContainText('ok (not found, as expected)', { timeout: 60_000 })
  await expect(signatures.locator('svg.text-leaf')).toBeVisible()
  clearInterval(moving)
  await leave()
})

test('a list that waits retries when the verdict gets better, and blames no filter for the outage', {
  tag: '@nightly',
}, async ({ page, live }) => {
  const owner = addressOf('waits')
  const { indexer, at, leave } = await live.network('waits', { slot: SLOT, accounts: makeAccounts(owner, 12) })
  const moving = setInterval(() => indexer.data.slot++, 400)
  await page.goto(at('/status'))
  await expect(badge(page)).toContainText('ok')
  indexer.fail(FAULTS.serverError)
  await expect(badge(page)).toContainText('unreachable', { timeout: 60_000 })
  await page.goto(at(`/owner/${owner}?filter=64:Ahg1opVehm`))
  await expect(page.getByRole('alert').filter({ hasText: 'Indexer error' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'About this refusal' })).toHaveCount(0)
  // As if the breaker had set a long wait.
  await page.route('**/api/v1/getCompressedAccountsByOwner?*', (route) => {
    if (!isDown) return route.continue()
    const problem = { type: 'about:blank', title: 'Indexer error', status: 502, code: 'upstream_error', detail: 'No.' }
    return route.fulfill({ status: 502, json: { ...problem, retryable: true, retryAfterMs: 600_000 } })
  })
  let isDown = true
  await expect(page.getByText(/Retrying in [56]\d\d s/)).toBeVisible({ timeout: 60_000 })
  isDown = false
  indexer.fail(null)
  await expect(badge(page)).toContainText('ok', { timeout: 60_000 })
  await expect(page.getByText(/Retrying in/)).toHaveCount(0, { timeout: 10_000 })
  await expect(page.getByRole('alert').filter({ hasText: 'Indexer error' })).toHaveCount(0)
  clearInterval(moving)
  await leave()
})
