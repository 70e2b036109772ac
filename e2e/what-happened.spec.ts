import { AccountChain, hashOf } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import { violationsOn } from './axe'
import { type ChainNetworks, chainNetworks } from './chain-network'
import { expect, type Page, test } from './live'

const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
const hashes = updated(chain, 4).map(hashOf)
const signatures = [...chain.transactions.keys()]
const last = signatures.at(-1) as string
let net: ChainNetworks
let networks = 0

// Each with a name of its own: what was read of a network is kept.
test.beforeEach(async ({ live }) => {
  net = await chainNetworks(live, `happened-${networks++}`, chain)
})

test.afterEach(async () => {
  await net?.leave()
})

const sentences = (page: Page) => page.getByRole('table', { name: 'Signatures' }).locator('.sentence')
/** Whole identifiers, as in the document. */
const wholeOf = (page: Page) => page.locator('span.sentence').first().textContent()

async function described(page: Page): Promise<string> {
  await page.goto(net.made.at('/latest'))
  await expect(sentences(page)).toHaveCount(signatures.length)
  return (await sentences(page).first().getAttribute('title')) as string
}

test('what is described once is said the same everywhere, and costs the chain node nothing more', async ({
  page,
  request,
}) => {
  const rows = page.getByRole('table', { name: 'Signatures' }).getByRole('row')
  await page.goto(net.made.at('/latest'))
  const height = (await rows.nth(1).boundingBox())?.height
  const text = await described(page)
  expect((await rows.nth(1).boundingBox())?.height, 'no row moved').toBe(height)
  expect(await violationsOn(page)).toEqual([])
  const whole = await wholeOf(page)
  const before = net.node.requests.filter(({ method }) => method === 'getTransaction').length

  const headers = { 'user-agent': 'Twitterbot/1.0' }
  const head = await (await request.get(net.made.at(`/tx/${last}`), { headers })).text()
  const read = async (path: string) => (await request.get(net.made.at(path))).text()
  expect(head).toContain(`<title>${text} · Leafscan</title>`)
  expect(head).toContain(`property="og:title" content="${text}"`)
  expect(await read('/latest.atom')).toContain(`<title>${text}</title>`)
  expect(await read(`/account/${hashes.at(-1)}.atom`)).toContain(`: ${text}</title>`)
  const file = await read('/api/v1/getLatestCompressionSignatures/export?format=csv')
  expect(file.split('\r\n').find((line) => line.startsWith(last))).toMatch(/,(described|unknown)$/)
  expect(file).toContain(text)
  expect(await read(`/api/v1/account/history/export?hash=${hashes.at(-1)}&format=ndjson`)).toContain(text)
  await read(`/preview/tx/${last}`)
  for (const path of [`/tx/${last}`, `/account/${hashes.at(-1)}`, '/']) {
    await page.goto(net.made.at(path))
    expect(await wholeOf(page)).toBe(whole)
  }
  expect(net.node.requests.filter(({ method }) => method === 'getTransaction')).toHaveLength(before)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('lists say what is known, and nothing is read for them', async ({ page, request }) => {
    await page.goto(net.made.at('/latest'))
    await expect(page.getByText('Not read yet').first()).toBeVisible()
    expect(net.transactionsRead()).toBe(0)
    await page.goto(net.made.at(`/tx/${last}`))
    const whole = await wholeOf(page)
    for (const path of ['/latest', '/', `/account/${hashes.at(-1)}`]) {
      await page.goto(net.made.at(path))
      expect(await wholeOf(page)).toBe(whole)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await request.get(net.made.at('/latest.atom'))
  })
})

test('rows keep their place while the node fails, say why, and say what happened once it is read', async ({ page }) => {
  net.node.script = ({ method }) => (method === 'getTransaction' ? { status: 503 } : null)
  await page.goto(net.made.at('/latest'))
  const cells = page.getByRole('table', { name: 'Signatures' }).locator('.happened')
  await expect(cells.first()).toContainText('The chain node returned HTTP 503.')
  await expect(cells).toHaveCount(signatures.length)
  net.node.script = null
  await page.goto(net.made.at(`/tx/${last}`))
  await page.goto(net.made.at('/latest'))
  await expect(cells.first().locator('.sentence')).toBeVisible()
})

test('without a chain node there is no such column', async ({ page }) => {
  await page.goto(net.bare.at('/latest'))
  await expect(page.getByRole('columnheader', { name: 'Signature' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'What happened' })).toHaveCount(0)
})
