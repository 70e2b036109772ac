import { AccountChain, hashOf } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import { type ChainNetworks, chainNetworks } from './chain-network'
import { expect, test } from './live'

const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
const hashes = updated(chain, 60).map(hashOf)
const middle = hashes[30] as string
let net: ChainNetworks

test.beforeAll(async ({ live }) => {
  net = await chainNetworks(live, 'histories', chain)
})

test.afterAll(async () => {
  await net?.leave()
})

test('a crawler gets the page, and costs the chain node nothing', async ({ request }) => {
  const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }
  const response = await request.get(net.made.at(`/account/${hashes[59]}`), { headers })
  expect(response.status()).toBe(200)
  await request.get(net.made.at(`/preview/account/${hashes[59]}`))
  expect(net.transactionsRead()).toBe(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a consumed version shows its content, and links walk its history to both ends', async ({ page }) => {
    await page.goto(net.made.at(`/account/${middle}`))
    const content = page.getByRole('region', { name: 'Content', exact: true })
    await expect(content).toContainText('content matches the hash')
    const history = page.getByRole('region', { name: 'History', exact: true })
    await expect(history.getByRole('listitem')).not.toHaveCount(0)

    const leads = (side: 'newer' | 'older') =>
      history
        .getByRole('link', { name: side === 'newer' ? 'Newer' : 'Older', exact: true })
        .or(history.getByRole('link', { name: `Read ${side} versions` }))
    for (let pages = 0; (await leads('newer').count()) > 0; pages++) {
      expect(pages).toBeLessThan(30)
      await leads('newer').first().click()
    }
    await expect(history.getByRole('listitem').first()).toContainText('live')
    for (let pages = 0; (await leads('older').count()) > 0; pages++) {
      expect(pages).toBeLessThan(30)
      await leads('older').first().click()
    }
    await expect(history).toContainText('All 60 versions of the account with address')
    await expect(history).toContainText('Here its address was new.')
    await expect(history.getByRole('listitem').last()).toContainText('Version 1')

    const before = net.transactionsRead()
    await page.goto(net.made.at(`/account/${middle}`))
    await expect(page.getByRole('link', { name: 'Version 31 of 60' })).toBeVisible()
    await expect(history.getByRole('listitem').filter({ hasText: 'this page' })).toContainText('Version 31')
    expect(net.transactionsRead()).toBe(before)
  })
})

test('without a chain node one line says what one would add', async ({ page }) => {
  await page.goto(net.bare.at(`/account/${middle}`))
  await expect(page.getByText('No Solana node is configured for this network.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'History', exact: true })).toHaveCount(0)
})

test('what the indexer knows stays while the chain node is down', async ({ page }) => {
  net.node.script = () => ({ status: 503, body: 'down' })
  const at = chain.change({ outputs: [{ owner: new Uint8Array(32).fill(7), lamports: 5n }] })
  const [hash] = at.map(hashOf)
  net.made.indexer.data.signatures = chain.signatures
  await page.goto(net.made.at(`/account/${hash}`))
  await expect(page.getByRole('heading', { name: 'Created', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Content', exact: true }).getByRole('alert')).toContainText(
    'Chain node unavailable',
  )
  net.node.script = null
})
