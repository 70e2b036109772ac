import { metadataAddress } from '@/lib/account/mints/read-mints'
import { groupDigits } from '@/lib/format/numbers'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { metadataAccount, splMint } from '@/lib/testing/made-mints'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { clipboardText } from './clipboard'
import { expect, test } from './live'
import { allScriptsRun } from './page'

const WALLET = addressOf('a holder')
const [LEAF, LOOKALIKE, UNKNOWN] = [addressOf('leaf'), addressOf('lookalike'), addressOf('no mint of the chain')]

const AMOUNTS: readonly (readonly [mint: string, amount: bigint])[] = [
  [LEAF, 9_007_199_254_740_993n],
  [LEAF, 2n ** 64n - 1n],
  [LEAF, 1_500_000n],
  [LOOKALIKE, 123_456_789_012_345_678n],
  [UNKNOWN, 42n],
]

const accounts = AMOUNTS.map(
  ([mint, amount], i) => makeTokenRow({ name: `held ${i}`, owner: WALLET, mint, amount }).account,
)

let node: NodeStandIn
let known: JourneyNetwork
let without: JourneyNetwork

test.beforeAll(async ({ live }) => {
  node = await startNode()
  node.accounts.set(LEAF, splMint(6))
  node.accounts.set(LOOKALIKE, splMint(9))
  for (const [mint, symbol] of [
    [LEAF, 'LEAF'],
    [LOOKALIKE, 'S\u041EL\u202E'],
  ] as const) {
    node.accounts.set((await metadataAddress(mint)) ?? '', metadataAccount(mint, { name: `${symbol} token`, symbol }))
  }
  known = await live.network('mints-known', { accounts }, { chain: [node.url] })
  without = await live.network('mints-without', { accounts })
})

test.afterAll(async () => {
  await known?.leave()
  await without?.leave()
  await node?.close()
})

const LIST = `/owner/${TOKEN_PROGRAM}`

test('amounts are in tokens to the digit, with the issuer’s symbol and the mint’s address, on a phone without scripts, too', async ({
  browser,
}) => {
  for (const view of [
    { viewport: { width: 1280, height: 900 }, javaScriptEnabled: true },
    { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
  ]) {
    const context = await browser.newContext(view)
    const page = await context.newPage()
    for (const path of [LIST, `/wallet/${WALLET}?tab=tokens`]) {
      await page.goto(known.at(path))
      const cells = page.getByRole('table', { name: 'Compressed accounts' }).locator('td[data-label="Amount"]')
      const shown = await cells.evaluateAll((found) =>
        found.map((cell) => {
          const zeros = cell.querySelector('.zeros')?.textContent ?? ''
          const data = cell.querySelector('data')
          return {
            value: data?.value,
            title: data?.title,
            text: data?.textContent.slice(0, data.textContent.length - zeros.length),
            unit: cell.querySelector('.symbol')?.textContent,
          }
        }),
      )
      const row = (value: bigint, text: string, unit: string) => ({
        value: String(value),
        title: unit === 'base units' ? '' : `${groupDigits(value)} base units`,
        text,
        unit,
      })
      expect(shown, path).toEqual(
        expect.arrayContaining([
          row(9_007_199_254_740_993n, '9,007,199,254.740993', 'LEAF'),
          row(2n ** 64n - 1n, '18,446,744,073,709.551615', 'LEAF'),
          row(1_500_000n, '1.5', 'LEAF'),
          row(123_456_789_012_345_678n, '123,456,789.012345678', 'S‹U+041E›L'),
          row(42n, '42', 'base units'),
        ]),
      )
      const mints = page.getByRole('table', { name: 'Compressed accounts' }).locator('td[data-label="Mint"] bdi')
      expect(new Set(await mints.allTextContents())).toEqual(new Set([LEAF, LOOKALIKE, UNKNOWN]))
    }
    await context.close()
  }
})

test('totals of a mint are in tokens, and an open row says what the issuer claims', async ({ page }) => {
  await page.goto(known.at(`/wallet/${WALLET}?tab=tokens`))
  const totals = page.getByRole('table', { name: 'All tokens of this wallet' })
  await expect(totals.getByRole('row').filter({ hasText: LEAF }).locator('td[data-label="Total"] data')).toContainText(
    '18,455,751,272,965.792608',
  )
  await page.goto(known.at(`/owner/${TOKEN_PROGRAM}`))
  const table = page.getByRole('table', { name: 'Compressed accounts' })
  await table.locator('.row').filter({ hasText: LEAF }).first().locator('.opener a').click()
  const detail = table.locator('.row-detail')
  await expect(detail).toContainText('9,007,199,254.740993 LEAF · 9,007,199,254,740,993 base units')
  await expect(detail).toContainText('LEAF · LEAF token')
  await expect(detail).toContainText('claimed in the metadata account')
})

test('without a chain node amounts are base units, and a search finds an amount as it stands', async ({ page }) => {
  await page.goto(without.at(LIST))
  await expect(page.getByRole('columnheader', { name: 'Amount (base units)' })).toBeVisible()
  await expect(page.locator('data[value="1500000"]').first()).toHaveText('1,500,000')
  await page.goto(known.at(LIST))
  await expect(page.getByRole('columnheader', { name: 'Amount', exact: true })).toBeVisible()
  await page.getByLabel('Filter this page').fill('1.5')
  await expect(page.locator('tbody tr.row data[value="1500000"]')).toBeVisible()
})

test('an amount is copied as it is seen, and exact in base units from the open row', async ({ page, context }) => {
  const copied = () => clipboardText(context)
  await page.goto(known.at(LIST))
  const table = page.getByRole('table', { name: 'Compressed accounts' })
  const row = table.locator('tr.row').filter({ has: page.locator('data[value="9007199254740993"]') })
  await row.getByRole('button', { name: 'Copy amount' }).click()
  await expect.poll(copied).toBe('9007199254.740993')
  await row.locator('.opener a').click()
  const inBaseUnits = table.locator('.row-detail').getByRole('button', { name: 'Copy amount in base units' })
  await inBaseUnits.focus()
  await page.keyboard.press('Enter')
  await expect.poll(copied).toBe('9007199254740993')
  await page.goto(without.at(LIST))
  await row.getByRole('button', { name: 'Copy amount' }).click()
  await expect.poll(copied).toBe('9007199254740993')
})

test('a table is copied in the unit on screen, with base units and mints beside it, and no sum can mix them', async ({
  page,
  context,
}) => {
  await page.goto(known.at(`${LIST}&columns=hash&columns=amount`.replace('&', '?')))
  await allScriptsRun(page)
  await page.locator('summary', { hasText: 'Copy' }).click()
  await page.getByRole('button', { name: /spreadsheet/ }).click()
  await expect(page.getByText('Copied 5 rows as TSV')).toBeVisible()
  const [header, ...rows] = (await clipboardText(context))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(header).toEqual(['Hash', 'Mint', 'Amount (tokens)', 'Amount (base units)'])
  expect(rows.map((row) => row.slice(1))).toEqual(
    expect.arrayContaining([
      [LEAF, "'9007199254.740993", "'9007199254740993"],
      [LEAF, "'18446744073709.551615", "'18446744073709551615"],
      [LEAF, '1.5', '1500000'],
      [LOOKALIKE, "'123456789.012345678", "'123456789012345678"],
      [UNKNOWN, '', '42'],
    ]),
  )
})

test('a page that came before the decimals of its mints gains them by itself', async ({ page, live }) => {
  const slow = await startNode()
  for (const [address, account] of node.accounts) slow.accounts.set(address, account)
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  slow.script = ({ method }) => (method === 'getMultipleAccounts' ? { until } : null)
  const net = await live.network('mints-late', { accounts }, { chain: [slow.url] })
  await page.goto(net.at(`/wallet/${WALLET}?tab=tokens`))
  await expect(page.getByRole('columnheader', { name: /\(base units\)$/ })).toHaveCount(2)
  answer()
  await expect(page.getByRole('columnheader', { name: /^(Total|Amount)$/ })).toHaveCount(2)
  await expect(page.locator('data[value="1500000"]').first()).toContainText('1.5')
  await net.leave()
  await slow.close()
})

test('a node that does not answer leaves base units, within the time that a page has; a crawler asks it nothing', async ({
  browser,
  live,
}) => {
  const silent = await startNode()
  silent.script = ({ method }) => (method === 'getMultipleAccounts' ? { until: new Promise(() => {}) } : null)
  const net = await live.network('mints-silent', { accounts }, { chain: [silent.url] })
  const crawler = await browser.newContext({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  const reader = await browser.newContext()
  for (const context of [crawler, reader]) {
    const page = await context.newPage()
    await page.goto(net.at(LIST))
    await expect(page.getByRole('columnheader', { name: 'Amount (base units)' })).toBeVisible()
    await expect(page.locator('data[value="1500000"]').first()).toHaveText('1,500,000')
    expect(silent.requests.some(({ method }) => method === 'getMultipleAccounts')).toBe(context === reader)
    await context.close()
  }
  await net.leave()
  await silent.close()
})
