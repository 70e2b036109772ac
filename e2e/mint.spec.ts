import { base58 } from '@scure/base'
import { metadataAddress } from '@/lib/account/mints/read-mints'
import { poolAddresses } from '@/lib/protocol/light/pools'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { metadataAccount, mint2022, poolAccount, splMint } from '@/lib/testing/made-mints'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { expectNoSidewaysScroll, violationsOn } from './axe'
import { expect, type Page, test } from './live'

const [MINT, RICH, ISSUER, HOLDER] = ['mint', 'mint of Token-2022', 'issuer', 'holder'].map(addressOf) as [
  string,
  string,
  string,
  string,
]
const NO_MINT = addressOf('an account that is no mint')
const UNHELD = addressOf('mint without compressed accounts')
const NOWHERE = addressOf('nothing is here')

let node: NodeStandIn
let known: JourneyNetwork
let without: JourneyNetwork
let failing: JourneyNetwork

test.beforeAll(async ({ live }) => {
  node = await startNode()
  const metadata = { name: 'Leaf Dollar', symbol: 'LEAF', uri: 'https://leaf.example/metadata.json' }
  node.accounts.set(MINT, splMint(6, { supply: 9_007_199_254_740_993n, mintAuthority: ISSUER }))
  node.accounts.set((await metadataAddress(MINT)) ?? '', metadataAccount(MINT, metadata))
  node.accounts.set((await poolAddresses(MINT, TOKEN_PROGRAM))[0] ?? '', poolAccount(MINT, 1_500_000n))
  const delegate = Buffer.from(base58.decode(ISSUER))
  node.accounts.set(
    RICH,
    mint2022(9, [
      [12, delegate],
      [9, Buffer.alloc(0)],
    ]),
  )
  node.accounts.set(UNHELD, splMint(0))
  node.accounts.set(NO_MINT, { owner: TOKEN_PROGRAM, data: new Uint8Array(200) })
  const accounts = [MINT, MINT, RICH].map(
    (mint, i) => makeTokenRow({ name: `holding ${i}`, owner: HOLDER, mint, amount: 1_500_000n }).account,
  )
  known = await live.network('mint-known', { accounts }, { chain: [node.url] })
  without = await live.network('mint-without', { accounts })
  failing = await live.network('mint-failing', { accounts }, { chain: ['http://127.0.0.1:9/'] })
})

test.afterAll(async () => {
  await Promise.all([known?.leave(), without?.leave(), failing?.leave()])
  await node?.close()
})

const panel = (page: Page) => page.getByRole('region', { name: 'Mint', exact: true })
const rows = (page: Page) => page.getByRole('table', { name: 'Compressed accounts' }).locator('a[aria-expanded]')

test.describe('without JavaScript, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('a mint says what it is and who controls it, and lists the accounts that hold it', async ({ page, request }) => {
    for (const mint of [MINT, UNHELD]) {
      const found = await request.get(known.at(`/search?q=${mint}`), { maxRedirects: 0 })
      expect(found.headers().location).toBe(`/mint/${mint}?cluster=mint-known`)
    }
    await page.goto(known.at(`/mint/${MINT}`))
    await expect(page).toHaveTitle(/^Mint LEAF, /)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Mint ${MINT}`)
    await expect(page.getByText('LEAF · Leaf Dollar is what the issuer claims.')).toBeVisible()
    for (const fact of [
      /^Supply9,007,199,254\.740993 LEAF/,
      /^Decimals6$/,
      new RegExp(`^Mint authority${ISSUER}`),
      /^Freeze authorityNone: accounts can’t be frozen\.$/,
      /^Program.*Token program/,
      /^Metadata URIhttps:\/\/leaf\.example\/metadata\.json.*never fetched$/,
      /^ExtensionsNone$/,
      /^Pool accounts\S+1\.5 LEAF$/,
    ]) {
      await expect(panel(page).locator('dl > div').filter({ hasText: fact })).toHaveCount(1)
    }
    await expect(panel(page).getByRole('link', { name: 'leaf.example' })).toHaveCount(0)
    await expect(rows(page)).toHaveCount(2)
    await expect(page.locator('summary', { hasText: 'Complete' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await panel(page).getByRole('link', { name: ISSUER }).click()
    await page.waitForURL(`**/wallet/${ISSUER}?cluster=mint-known`)
  })
})

test('extensions say what they let somebody do, and nothing is wrong for axe', async ({ page }) => {
  await page.goto(known.at(`/owner/${TOKEN_PROGRAM}`))
  await page.getByRole('table', { name: 'Compressed accounts' }).getByRole('link', { name: RICH }).click()
  await page.waitForURL(`**/mint/${RICH}?cluster=mint-known`)
  await expect(panel(page)).toContainText('Permanent delegate: may move and burn all tokens')
  await expect(panel(page)).toContainText('Non-transferable')
  for (const [width, colorScheme] of [
    [390, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 860 })
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page)).toEqual([])
    await expectNoSidewaysScroll(page)
  }
})

test('no node, no account, another account and a failure are four different things; the list is there', async ({
  page,
}) => {
  for (const [url, words, count] of [
    [without.at(`/mint/${MINT}`), 'No Solana node is configured for this network', 2],
    [known.at(`/mint/${NOWHERE}`), 'The chain has no account here as of slot', 0],
    [known.at(`/mint/${NO_MINT}`), 'Not a mint', 0],
    [failing.at(`/mint/${MINT}`), 'The chain node is unreachable', 2],
  ] as const) {
    await page.goto(url)
    await expect(page.getByRole('main')).toContainText(words)
    await expect(panel(page)).toHaveCount(0)
    await expect(rows(page)).toHaveCount(count)
  }
  await expect(page.getByRole('link', { name: 'Retry' }).or(page.getByRole('button', { name: 'Retry' }))).toBeVisible()
})
