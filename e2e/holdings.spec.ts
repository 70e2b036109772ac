import type { Page } from '@playwright/test'
import { formatUnits } from '@/lib/format/amounts'
import { type StoredTokens, storedTokens } from '@/lib/testing/world/stored-tokens'
import { examplePath } from './examples'
import { expect, test } from './test'

/* What a wallet holds by its page, and by SQL over the store of the indexer that the page asks. */

/** How a wallet's page is opened: as it is, and on a phone without scripts. */
const VIEWS = [
  { viewport: { width: 1280, height: 900 }, javaScriptEnabled: true },
  { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
]

/** The totals of a page by mint, those that are folded away too, and the slot that they are of. */
async function totalsOn(page: Page): Promise<{ slot: number; tokens: StoredTokens[] }> {
  const totals = page.getByRole('region', { name: 'Totals', exact: true })
  const [, slot = ''] = /Slot ([\d,]+)/.exec((await totals.textContent()) ?? '') ?? []
  const rows = await totals.locator('table[aria-label="Totals by mint"] tbody tr').evaluateAll((found) =>
    found.map((row) => {
      const cell = (label: string) => row.querySelector(`td[data-label="${label}"]`)
      return {
        mint: cell('Mint')?.querySelector('bdi')?.textContent ?? '',
        // “at least” would be no sum.
        amount: /at least/.test(cell('Amount')?.textContent ?? '')
          ? ''
          : (cell('Amount')?.querySelector('data')?.value ?? ''),
        accounts: cell('Accounts')?.textContent ?? '',
      }
    }),
  )
  const digits = (text: string) => text.replaceAll(',', '')
  return {
    slot: Number(digits(slot)),
    tokens: rows.map(({ mint, amount, accounts }) => ({
      mint,
      amount: BigInt(amount || 'no sum'),
      accounts: Number(digits(accounts)),
    })),
  }
}

const byMint = (tokens: StoredTokens[]) => tokens.toSorted((a, b) => (a.mint < b.mint ? -1 : 1))

/** Of each mint of the sandbox’s wallet; where decimals did not come in time, the preview says base units. */
const SANDBOX_DECIMALS = 6

/** What a chat shows of a link: the head's description, with the slot in it. */
async function descriptionOn(page: Page): Promise<{ slot: number; text: string }> {
  const text = (await page.locator('meta[property="og:description"]').getAttribute('content')) ?? ''
  const [, slot = ''] = /slot ([\d,]+)/.exec(text) ?? []
  return { slot: Number(slot.replaceAll(',', '')), text }
}

/** The page of a wallet shows the sums of SQL by mint, and its preview those of the first ones. */
async function expectStored(page: Page, at: string, sql: (slot: number) => StoredTokens[]): Promise<number> {
  await page.goto(at)
  const shown = await totalsOn(page)
  const stored = sql(shown.slot)
  expect(byMint(shown.tokens), at).toEqual(byMint(stored))
  const { slot, text } = await descriptionOn(page)
  const previewed = new Map(sql(slot).map((tokens) => [tokens.mint, tokens]))
  const previews = [...text.matchAll(/([\d,.]+) (base units|tokens) of mint (\w{32,44})(?: in (\d+) accounts)?/g)]
  expect(previews, text).toHaveLength(Math.min(3, previewed.size))
  for (const [, amount, unit, mint = '', accounts = '1'] of previews) {
    const tokens = previewed.get(mint)
    expect(tokens?.accounts, text).toBe(Number(accounts))
    expect(amount, text).toBe(formatUnits(tokens?.amount ?? 0n, unit === 'tokens' ? SANDBOX_DECIMALS : 0))
  }
  const image = await page.locator('meta[property="og:image"]').getAttribute('content')
  const { pathname, search } = new URL(image ?? '')
  const picture = await page.request.get(new URL(pathname + search, page.url()).href)
  expect(picture.headers()['content-type']).toBe('image/png')
  return stored.length
}

test('the home page’s wallet holds by mint what the sandbox’s store adds up: on a phone without scripts and in its preview, too', async ({
  browser,
  leafscan,
}) => {
  const wallet = examplePath('holdings').replace('/wallet/', '')
  for (const view of VIEWS) {
    const context = await browser.newContext(view)
    const page = await context.newPage()
    const mints = await expectStored(page, `${leafscan.url}/wallet/${wallet}`, (slot) =>
      storedTokens(leafscan.dataDir, wallet, slot),
    )
    expect(mints).toBeGreaterThan(1)
    await context.close()
  }
})
