import { AccountChain, hashOf, indexed } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import { type ChainNetworks, chainNetworks } from './chain-network'
import { expect, test } from './live'

const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
const hashes = updated(chain, 60).map(hashOf)
const middle = hashes[30] as string
let net: ChainNetworks
const signaturesOf = (i: number) =>
  indexed(chain).signatures[hashes[i] as string]?.map(({ signature }) => signature) ?? []

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
    await page.getByText('Bytes in hex and as values').click()
    await expect(page.getByRole('region', { name: 'Data in hex and text' })).toBeVisible()
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
    await expect(history).toContainText('First version: its address was new.')
    await expect(history.getByRole('listitem').last()).toContainText('Version 1')

    const before = net.transactionsRead()
    await page.goto(net.made.at(`/account/${middle}`))
    await expect(history.getByRole('listitem').filter({ hasText: 'this page' })).toContainText('Version 31')
    expect(net.transactionsRead()).toBe(before)
  })
})

test('the history comes second, and the bytes are folded unless the link has a layout', async ({ page }) => {
  const tops = () =>
    page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .evaluateAll((all) => all.map((each) => each.textContent))
  await page.goto(net.made.at(`/account/${hashes[59]}`))
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText(/^Account of .* bytes of data, live since slot [\d,]+ .*\.$/)
  // The history has the creating transaction.
  await expect(page.getByRole('link', { name: signaturesOf(59)[0] as string })).toHaveCount(1)
  expect((await tops()).slice(0, 2)).toEqual(['History', 'Content'])
  for (const [width, top] of [
    [1280, 400],
    [390, 560],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    expect((await page.getByRole('heading', { name: 'History' }).boundingBox())?.y).toBeLessThan(top)
  }
  const lens = page.getByRole('region', { name: 'Byte lens' })
  await expect(lens).toHaveCount(0)
  await page.getByText('Bytes in hex and as values').click()
  await expect(lens).toBeVisible()
  await page.goto(net.made.at(`/account/${hashes[58]}#layout=first:u8`))
  await expect(lens.getByRole('table', { name: 'Your layout' })).toBeVisible()
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
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Compressed account, created in slot')
  await expect(page.getByRole('region', { name: 'Content', exact: true }).getByRole('alert')).toContainText(
    'Chain node unavailable',
  )
  net.node.script = null
})
