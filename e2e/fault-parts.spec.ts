import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, type Page, test } from './live'
import { allScriptsRun } from './page'

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')
const HASH = hashOf('account with a life')
const SLOT = 418_900_000

let net: JourneyNetwork
const at = (path: string) => net.at(path)

test.beforeAll(async ({ live }) => {
  const latest = makeSignatures(60)
  net = await live.network('fault-parts', {
    slot: SLOT,
    accounts: ['owner', 'busy'].flatMap((name) => makeAccounts(addressOf(name), 60, name)),
    tokenAccounts: makeTokenAccounts(DELEGATE, 20),
    latest,
    signatures: { [HASH]: latest.slice(0, 1) },
  })
})

test.afterAll(() => net?.leave())

test.afterEach(() => net.indexer.fail(null))

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Compressed accounts' }).getByRole('row')

async function expectFit(page: Page): Promise<void> {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `sideways at ${width}`).toBeLessThanOrEqual(0)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsOn(page), colorScheme).toEqual([])
  }
}

test('a slow indexer: a page on its way says that it is still waited for', async ({ page }) => {
  await page.goto(at('/'))
  await allScriptsRun(page)
  net.indexer.fail({ kind: 'slow', ms: 2_500 }, { methods: ['getCompressedAccountsByOwner'] })
  const waiting = page.getByRole('status').filter({ hasText: 'Still waiting for the indexer' })
  // Visible for a second or two: polling may miss it.
  const shown = page.evaluate(
    (words) =>
      new Promise<boolean>((resolve) => {
        const isShown = () =>
          Array.from(document.querySelectorAll('[role=status]')).some(({ textContent }) => textContent.includes(words))
        new MutationObserver(() => isShown() && resolve(true)).observe(document.body, {
          subtree: true,
          childList: true,
        })
      }),
    'Still waiting for the indexer',
  )
  await page.getByRole('link', { name: 'The token program' }).click()
  expect(await shown).toBe(true)
  expect(await violationsOn(page)).toEqual([])
  await expect(page.getByRole('heading', { name: TOKEN_PROGRAM })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('an indexer that wants a pause: seconds that run down, a button that opens after them, no call meanwhile', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  test.setTimeout(90_000)
  const busy = at(`/owner/${addressOf('busy')}?limit=10`)
  await page.goto(at(`/owner/${OWNER}`))
  await expect(rowsOf(page)).toHaveCount(51)
  net.indexer.fail(FAULTS.rateLimited('15'))
  await expect.poll(() => fetch(busy).then((answer) => answer.text())).toMatch(/is busy/)
  const { callCount } = net.indexer
  await page.goto(busy)
  await expect(page.getByRole('alert').filter({ hasText: 'The indexer is busy' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeDisabled()
  const first = Number(/in (\d+) s/.exec(await page.getByText(/^Retrying in \d+ s$/).innerText())?.[1])
  await expect(page.getByText(`Retrying in ${first - 2} s`)).toBeVisible()
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto(busy)
  await expect(still.getByText(/Wait \d+ s before retrying/)).toBeVisible()
  await still.getByRole('link', { name: 'Retry' }).click()
  expect(still.url()).toBe(busy)
  await plain.close()
  expect(net.indexer.callCount).toBe(callCount)
  await expectFit(page)
  net.indexer.fail(null)
  await expect(rowsOf(page)).toHaveCount(11, { timeout: 40_000 })
})
