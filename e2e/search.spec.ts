import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { KNOWN_ACCOUNTS } from '@/lib/protocol/solana/known-accounts'
import { KNOWN_PROGRAMS } from '@/lib/protocol/solana/known-programs'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import {
  addressOf,
  hashOf,
  makeAccounts,
  makeSignatures,
  makeTokenAccounts,
  signatureOf,
} from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { expect, type Page, test } from './live'
import { allScriptsRun } from './page'

const OWNER = addressOf('owner of searches')
const DELEGATE = addressOf('delegate of searches')
const WALLET = addressOf('wallet of searches')
const MINT = addressOf('mint of searches')
const BOTH = addressOf('wallet and mint at once')
const HASH = hashOf('account that is searched for')
const SLOW_HASH = hashOf('account on a slow indexer')
const NOBODY = addressOf('nobody')
const SIGNATURE = signatureOf('searched for')

const tokens = (count: number, named: { owner: string } | { mint: string }) =>
  Array.from({ length: count }, (_, leafIndex) => {
    const name = `${JSON.stringify(named)} ${leafIndex}`
    return makeTokenRow({ name, leafIndex, amount: BigInt(leafIndex), ...named }).account
  })

let net: JourneyNetwork
let base = ''

const at = (path: string) => base + path
const searchUrl = (q: string, more = '') => `/search?q=${encodeURIComponent(q)}${more}`

test.beforeAll(async ({ live }) => {
  const latest = makeSignatures(20)
  const rows = {
    accounts: [
      ...makeAccounts(OWNER, 12),
      ...makeAccounts(BOTH, 3),
      ...tokens(21, { owner: WALLET }),
      ...tokens(5, { mint: MINT }),
      ...tokens(6, { mint: BOTH }),
    ],
    tokenAccounts: [...makeTokenAccounts(DELEGATE, 4), ...makeTokenAccounts(BOTH, 2)],
    signatures: { [HASH]: latest.slice(0, 1) },
  }
  net = await live.network('searches', { latest, ...rows })
  await live.addRows(rows)
  base = live.url
})

test.afterAll(() => net?.leave())

const PROBED = /Health|Slot|Latest/

const requestedSince = (requests: number) =>
  net.indexer.requests.slice(requests).filter(({ method }) => !PROBED.test(method))

const search = (q: string, more = '') => at(searchUrl(q, more))
const row = (page: Page, as: string) => page.getByRole('listitem').filter({ hasText: new RegExp(`^${as}`) })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const field = (page: Page) => menu(page).getByRole('searchbox', { name: 'Search' })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('href') ?? document.activeElement?.id)

async function openMenu(page: Page, key: string): Promise<void> {
  await allScriptsRun(page)
  await page.keyboard.press(key)
  await expect(field(page)).toBeFocused()
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  const text = path.split(/[/?]/)[2] ?? ''
  await page.waitForFunction((text) => localStorage.getItem('leafscan.kept')?.includes(text), text)
}

test.describe('the search page', () => {
  test('leads a single certain meaning straight to its page, and asks each meaning once', async ({ request }) => {
    for (const [text, path, count] of [
      [WALLET, `/wallet/${WALLET}?`, 5],
      [OWNER, `/wallet/${OWNER}?`, 5],
      [DELEGATE, `/wallet/${DELEGATE}?`, 5],
      [MINT, `/mint/${MINT}?`, 5],
      [HASH, `/account/${HASH}?`, 5],
      [SIGNATURE, `/tx/${SIGNATURE}?`, 0],
      ...[...Object.keys(KNOWN_PROGRAMS), ...KNOWN_ACCOUNTS.keys()].map((key) => [key, `/owner/${key}?`, 0] as const),
    ] as const) {
      const callsBefore = net.indexer.requests.length
      const response = await request.get(net.at(searchUrl(text)), { maxRedirects: 0 })
      expect(response.status(), text).toBe(307)
      expect(response.headers().location, text).toBe(`${path}cluster=searches`)
      expect(requestedSince(callsBefore).length, text).toBe(count)
    }
    const pasted = ` “${OWNER.slice(0, 9)}\u200b${OWNER.slice(9)}”.`
    const response = await request.get(net.at(searchUrl(pasted)), { maxRedirects: 0 })
    expect(response.headers().location).toBe(`/wallet/${OWNER}?cluster=searches`)
  })

  test('the wallet page of a known program says that it is no wallet, and leads to what it owns', async ({ page }) => {
    await page.goto(at(`/wallet/${TOKEN_PROGRAM}`))
    await expect(page.getByText('This address is not a wallet.')).toBeVisible()
    await page.getByRole('link', { name: 'Compressed accounts that it owns' }).click()
    await page.waitForURL(`**/owner/${TOKEN_PROGRAM}`)
    await page.goto(at(`/wallet/${WALLET}`))
    await expect(page.getByText('not a wallet')).toHaveCount(0)
  })

  test('asks nothing twice: the page that it leads to is there already', async ({ page }) => {
    const callsBefore = net.indexer.requests.length
    const wallet = addressOf('another wallet')
    net.indexer.data.accounts.push(...tokens(4, { owner: wallet }))
    await page.goto(net.at(searchUrl(wallet)))
    await page.waitForURL(`**/wallet/${wallet}?cluster=searches`)
    await expect(page.getByRole('table', { name: 'Compressed accounts' }).locator('a[aria-expanded]')).toHaveCount(4)
    expect(requestedSince(callsBefore)).toHaveLength(5)
  })

  test('lists the meanings of a text that has several with their counts, and says what was asked for nothing', async ({
    page,
  }) => {
    await page.goto(search(BOTH))
    await expect(page.getByText('This could be an owner, delegate, wallet, mint or account hash.')).toBeVisible()
    await expect(row(page, 'Wallet')).toContainText('No token accounts')
    await expect(row(page, 'Owner')).toContainText('3 accounts')
    await expect(row(page, 'Delegate')).toContainText('2 delegated token accounts')
    await expect(row(page, 'Mint')).toContainText('6 token accounts')
    await expect(row(page, 'Account hash')).toContainText('Not found')
    await expect(row(page, 'Wallet').getByRole('link')).toHaveCount(0)
    await row(page, 'Delegate').getByRole('link', { name: 'Open as delegate' }).click()
    await page.waitForURL(`**/wallet/${BOTH}?tab=received`)
    await page.goto(search(BOTH))
    await row(page, 'Mint').getByRole('link', { name: 'Open as mint' }).click()
    await page.waitForURL(`**/mint/${BOTH}`)
    await page.goto(search(NOBODY))
    await expect(page.getByRole('heading', { name: 'No results', exact: true })).toBeVisible()
    await expect(page.getByText(/^Nothing found on /)).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
      'WalletNo token accounts',
      'OwnerNo accounts',
      'DelegateNo delegated token accounts',
      'MintNo token accounts',
      'Account hashNot found',
    ])
  })

  test('leads to an account by its hash without waiting for what is slow', async ({ request }) => {
    net.indexer.data.signatures[SLOW_HASH] = makeSignatures(1)
    net.indexer.fail(FAULTS.hang, { methods: ['getCompressedAccountsByOwner'] })
    const response = await request.get(net.at(searchUrl(SLOW_HASH)), { maxRedirects: 0 })
    net.indexer.fail(null)
    expect(response.headers().location).toBe(`/account/${SLOW_HASH}?cluster=searches`)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search answers, chooses and leads on; the menu is not offered', async ({ page }) => {
    await page.goto(at('/'))
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    await page.getByRole('searchbox', { name: 'Search' }).fill(`${OWNER} ${DELEGATE}`)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: DELEGATE }).click()
    await page.waitForURL(`**/wallet/${DELEGATE}`)
  })

  test('a wallet leads to its tokens in one step, on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(at('/'))
    await page.getByRole('searchbox', { name: 'Search' }).fill(WALLET)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(`**/wallet/${WALLET}`)
    await expect(page.getByRole('link', { name: /^Compressed tokens/ })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('table', { name: 'Compressed accounts' }).locator('a[aria-expanded]')).toHaveCount(21)
  })
})

test.describe('labels', () => {
  const label = async (page: Page, labels: Record<string, string>, watched: object[] = []) => {
    await page.addInitScript((kept) => localStorage.setItem('leafscan.kept', kept), JSON.stringify({ labels, watched }))
  }
  const yours = (page: Page) => page.getByRole('region', { name: 'Your labels and watched pages' })

  test('are found by the header’s search, before what the text could mean', async ({ page }) => {
    const watched = [{ kind: 'wallet', text: BOTH, href: net.path(`/wallet/${BOTH}`), network: 'searches' }]
    await label(page, { [BOTH]: 'Treasury of everybody and of nobody else', [WALLET]: 'Old treasury' }, watched)
    await page.goto(net.at('/'))
    const saved = page.getByRole('region', { name: 'Recently viewed' }).getByRole('listitem')
    await expect(saved).toContainText('Treasury of everybody and of nobody else')
    expect(await saved.evaluate((row) => row.scrollHeight - row.clientHeight)).toBe(0)

    const header = page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
    await page.goto(net.at('/help'))
    await header.fill('treasury')
    await header.press('Enter')
    await expect(yours(page).getByRole('link')).toHaveText([/^Treasury of everybody/, /^Old treasury/])
    await expect(page.getByText('Not recognised')).toHaveCount(0)
    await yours(page).getByRole('link').nth(1).click()
    await page.waitForURL(`**${net.path(`/wallet/${WALLET}`)}`)

    await page.goto(net.at(searchUrl(BOTH)))
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Treasury of everybody')
    await expect(row(page, 'Mint')).toContainText('6 token accounts')
    await page.goto(net.at(searchUrl('strasury')))
    await expect(page.getByText('Not recognised')).toBeVisible()
    await expect(yours(page)).toHaveCount(0)
  })

  test('are found by the menu', async ({ page }) => {
    await label(page, { [WALLET]: 'Treasury' })
    await page.goto(at('/help'))
    await openMenu(page, '/')
    await page.keyboard.type('trea')
    await expect(menu(page).getByRole('status')).toHaveText('1 match. Enter opens Treasury')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/wallet/${WALLET}`)
    await openMenu(page, '/')
    await page.keyboard.type('trea')
    await expect(menu(page).getByRole('region', { name: 'Recent' }).getByRole('link')).toContainText('Treasury')
  })
})

test.describe('the menu', () => {
  test('opens on / and ctrl-K, is walked by arrows, and gives the focus back on Escape', async ({ page }) => {
    await page.goto(at('/'))
    const link = page.getByRole('link', { name: 'All latest transactions' })
    await link.focus()
    await openMenu(page, '/')
    await expect(field(page)).toHaveValue('')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('/')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('/latest')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('/help')
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(link).toBeFocused()
    await openMenu(page, 'Control+k')
    await page.keyboard.press('Escape')
    await openMenu(page, 'Meta+k')
  })

  test('announces what matches while typing; Enter opens the first, or searches where nothing matches', async ({
    page,
  }) => {
    await page.goto(at('/help'))
    await openMenu(page, '/')
    const menuStatus = menu(page).getByRole('status')
    await expect(menuStatus).toContainText('4 entries')
    await page.keyboard.type('stat')
    await expect(menuStatus).toHaveText('1 match. Enter opens Status of the indexer')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/status')
    await openMenu(page, '/')
    await expect(menuStatus).toContainText('4 entries')
    await page.keyboard.type(HASH)
    await expect(menuStatus).toHaveText('No matches. Enter searches.')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/account/${HASH}`)
  })

  test('keeps recent pages, watches and no longer watches them, clears, and the home page offers them', {
    tag: '@nightly',
  }, async ({ page }) => {
    await visit(page, `/owner/${OWNER}`)
    await visit(page, `/delegate/${DELEGATE}`)
    await visit(page, `/account/${HASH}?owner=${OWNER}&minSlot=5`)
    await visit(page, `/tx/${SIGNATURE}`)
    await openMenu(page, '/')
    const recent = menu(page).getByRole('region', { name: 'Recent' })
    await expect(recent.getByRole('link')).toHaveText(
      [SIGNATURE, HASH, DELEGATE, OWNER].map((text) => new RegExp(text)),
    )
    await expect(recent.getByRole('link').nth(1)).toHaveAttribute('href', `/account/${HASH}?owner=${OWNER}`)

    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    const watched = menu(page).getByRole('region', { name: 'Watched' })
    await expect(watched.getByRole('link')).toHaveText([new RegExp(OWNER)])
    await expect(watched.getByRole('button')).toBeFocused()
    await expect(watched.getByRole('button')).toHaveAttribute('aria-pressed', 'true')
    await menu(page).getByRole('button', { name: 'Clear recent' }).press('Enter')
    await expect(recent).toHaveCount(0)
    await expect(field(page)).toBeFocused()
    await page.keyboard.type(OWNER.slice(0, 12))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/owner/${OWNER}`)

    await page.goto(at('/'))
    const saved = page.getByRole('region', { name: 'Recently viewed' })
    await expect(saved.getByRole('link', { name: OWNER })).toHaveAttribute('href', `/owner/${OWNER}`)
    await saved.getByRole('button', { name: `Watch Owner ${OWNER}` }).click()
    await expect(saved.getByRole('button', { pressed: true })).toHaveCount(0)
  })

  test('works where the browser keeps nothing, and says so', { tag: '@nightly' }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.goto(at(`/owner/${OWNER}`))
    await openMenu(page, '/')
    await expect(menu(page).getByText('This browser stores nothing')).toBeVisible()
    await expect(menu(page).getByRole('region', { name: 'Recent' }).getByRole('link')).toHaveCount(1)
    expect(errors).toEqual([])
  })
})
