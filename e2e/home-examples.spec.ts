import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import { expect, test } from './live'

test('examples are found once, with one request, and lead to what is there; without scripts, too', async ({
  browser,
  live,
}) => {
  const { account, token } = makeTokenRow({})
  const network = await live.network('with-tokens', { accounts: [account] })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(network.at('/'))
  const examples = page.locator('#examples')
  await expect(examples.getByRole('link')).toHaveCount(3)
  await examples.getByRole('link', { name: 'Find wallets, delegates and mints' }).click()
  await expect(examples.getByRole('link', { name: /^What a wallet holds/ })).toHaveAttribute(
    'href',
    new RegExp(`^/wallet/${token.owner}\\?`),
  )
  await expect(examples.getByRole('link', { name: /^All accounts of one mint/ })).toBeVisible()
  await expect(examples.getByRole('link', { name: 'Find wallets, delegates and mints' })).toHaveCount(0)
  expect(network.indexer.calls.getCompressedAccountsByOwner).toBe(1)
  await page.goto(network.at('/'))
  await expect(examples.getByRole('link', { name: /^What a wallet holds/ })).toBeVisible()
  expect(network.indexer.calls.getCompressedAccountsByOwner).toBe(1)
  await examples.getByRole('link', { name: /^What a wallet holds/ }).click()
  await expect(page.getByRole('table', { name: 'Totals by mint' })).toBeVisible()
  await context.close()
  await network.leave()
})

test('a network without token accounts says so', async ({ page, live }) => {
  const network = await live.network('without-tokens', { accounts: makeAccounts('nobody', 0) })
  await page.goto(network.at('/?examples=find'))
  await expect(page.locator('#examples')).toContainText('This network has no token accounts yet.')
  await network.leave()
})
