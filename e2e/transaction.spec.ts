import { AccountChain, hashOf } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import { violationsOn } from './axe'
import { type ChainNetworks, chainNetworks } from './chain-network'
import { expect, test } from './live'

const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
const hashes = updated(chain, 3).map(hashOf)
const signatures = [...chain.transactions.keys()]
const last = signatures.at(-1) as string
let net: ChainNetworks

test.beforeAll(async ({ live }) => {
  net = await chainNetworks(live, 'transactions', chain)
})

test.afterAll(async () => {
  await net?.leave()
})

test('a crawler and a preview cost the chain node nothing', async ({ request }) => {
  const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }
  const response = await request.get(net.made.at(`/tx/${last}`), { headers })
  expect(await response.text()).toContain('Crawlers and previews get no details')
  await request.get(net.made.at(`/preview/tx/${last}`))
  expect(net.transactionsRead()).toBe(0)
})

test.describe('without JavaScript, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('it says what the transaction did, and leads to the accounts', async ({ page }) => {
    await page.goto(net.made.at(`/tx/${last}`))
    const facts = page.getByRole('region', { name: 'Transaction', exact: true })
    await expect(facts).toContainText('succeeded')
    await expect(facts.locator('dl > div', { hasText: /^Signer/ }).getByRole('link')).toHaveAttribute(
      'href',
      /^\/wallet\//,
    )
    const consumed = page.getByRole('region', { name: 'Consumed', exact: true })
    await expect(consumed.getByRole('link', { name: hashes.at(-2) as string })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Net change' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Instructions', exact: true })).toContainText('InvokeCpiWithReadOnly')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page
      .getByRole('region', { name: 'Created', exact: true })
      .getByRole('link', { name: hashes.at(-1) as string })
      .click()
    await page.waitForURL(`**/account/${hashes.at(-1)}?*`)
  })
})

test('axe finds nothing wrong with it', async ({ page }) => {
  await page.goto(net.made.at(`/tx/${last}`))
  await expect(page.getByRole('heading', { name: 'Instructions' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('a signature that no node has, and a network without a node, each say so', async ({ page }) => {
  await page.goto(net.made.at(`/tx/${'5'.repeat(87)}`))
  await expect(page.getByText('does not have this transaction')).toBeVisible()
  await page.goto(net.bare.at(`/tx/${last}`))
  await expect(page.getByText('No Solana node is configured for this network')).toBeVisible()
})

test('of a transaction that its node did not record in full, nothing is said that is not known', async ({
  live,
  page,
}) => {
  const other = await chainNetworks(live, 'not-recorded', chain)
  const [lacking, contradicted] = signatures.slice(-2) as [string, string]
  other.node.script = ({ method, params: [signature] }) => {
    if (method !== 'getTransaction') return null
    const innerInstructions = signature === lacking ? null : []
    return {
      result: (right) => ({ ...(right as object), meta: { ...(right as { meta: object }).meta, innerInstructions } }),
    }
  }
  try {
    await page.goto(other.made.at(`/tx/${lacking}`))
    await expect(page.getByText('The chain node did not record the inner instructions')).toBeVisible()
    await expect(page.getByText('Only those that the transaction calls itself')).toBeVisible()
    await expect(page.getByText('No change of compressed state')).toBeHidden()
    await page.goto(other.made.at(`/tx/${contradicted}`))
    await expect(page.getByText('One of them is wrong')).toBeVisible()
    await expect(page.getByText('No change of compressed state')).toBeHidden()
    expect(await violationsOn(page)).toEqual([])
    await page.goto(other.made.at(`/account/${hashes.at(-1)}`))
    await expect(page.getByText('do not create this account').first()).toBeVisible()
    await page.goto(other.made.at(`/account/${hashes.at(-2)}`))
    await expect(page.getByText('did not record the inner instructions').first()).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  } finally {
    await other.leave()
  }
})
