import { FAULTS } from '@/lib/testing/stand-in/faults'
import { expect, test } from './live'

test.use({ javaScriptEnabled: false })

test('/status of an indexer that fails leads to what its verdict means and what to do', async ({ page, live }) => {
  const net = await live.network('run-book', {})
  net.indexer.fail(FAULTS.serverError)
  await expect(async () => {
    await page.goto(net.at('/status'))
    await expect(page.getByRole('region', { name: 'Current status' })).toContainText('unreachable', { timeout: 1 })
  }).toPass()
  await page.getByRole('link', { name: 'What to do' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'On call' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('#verdict-unreachable')
  expect(new URL(page.url()).searchParams.get('cluster')).toBe('run-book')
  await expect(page.locator(':target')).toContainText('No usable slot')
  await expect(page.locator(':target')).toBeInViewport()
  await net.leave()
})

test('the link of an alert opens the run book at its part', async ({ page, live }) => {
  await page.goto(`${live.url}/help/on-call#leafscanslotstandsstill`)
  await expect(page.getByRole('heading', { name: 'LeafscanSlotStandsStill' })).toBeInViewport()
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Log' })).toBeInViewport()
})

test('/help leads to the guides, which lead to each other on the same network; an unknown one is 404', async ({
  page,
  live,
}) => {
  const net = await live.network('guides', {})
  await page.goto(net.at('/help'))
  await page.getByRole('link', { name: 'Proof', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Proof' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'api.md' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'API guide' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('cluster')).toBe('guides')
  expect((await page.goto(`${live.url}/help/nothing`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await net.leave()
})
