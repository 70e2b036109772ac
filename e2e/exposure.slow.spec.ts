import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { base58 } from '@scure/base'
import { type IndexerProcess, startIndexer } from '@/lib/testing/indexer/indexer-process'
import { letGo } from '@/lib/testing/indexer/let-go'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import type { Joined } from '@/lib/testing/world/worlds'
import { freePort } from '@/scripts/free-port.mjs'
import { type MadeStore, shapeOf, writeStore } from '../bench/made-store'
import { toBase58, toBytes } from '../lib/indexer/store/rows'
import { openSqlite } from '../lib/indexer/store/sqlite/open'
import { expect, type Page, test } from './live'

const DELEGATED = 2_600
const SHAPE = { ...shapeOf(9_000, 20_261_120), delegated: DELEGATED, mints: 6, wallets: 300 }

/** Two halves of 32 bits: SQLite's integers end at 2^63. */
const SUMS = `
  SELECT mint, owner, frozen, count(*) AS accounts,
    sum((amount >> 32) & 4294967295) AS high, sum(amount & 4294967295) AS low
  FROM token_accounts WHERE delegate = ? AND spent = 0 GROUP BY mint, owner, frozen`

interface StoredSum {
  mint: string
  wallet: string
  frozen: boolean
  accounts: number
  amount: bigint
}

let folder: string
let made: MadeStore
let stored: StoredSum[]
let indexer: IndexerProcess
let net: Joined
let delegate: string

test.beforeAll(async ({ live }) => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-exposure-'))
  made = await writeStore(folder, SHAPE)
  await letGo()
  const store = openSqlite(made.databaseFile, { ledger: made.env.LEDGER, programIds: PROGRAM_IDS })
  stored = (await store.all(SUMS, toBytes(base58.decode(made.delegate)))).map((row) => ({
    mint: toBase58(row.mint),
    wallet: toBase58(row.owner),
    frozen: row.frozen === 1n,
    accounts: Number(row.accounts),
    amount: (BigInt(String(row.high)) << 32n) + BigInt(String(row.low)),
  }))
  await store.close()
  await letGo()
  const port = await freePort()
  indexer = await startIndexer({ ...made.env, DATA_DIR: folder, INDEXER_PORT: String(port) })
  if ((await indexer.ready) === 'ended') throw new Error(`the indexer ended:\n${indexer.output()}`)
  net = await live.join('exposure', `http://127.0.0.1:${port}`)
  delegate = net.at(`/delegate/${made.delegate}`)
})

test.afterAll(async () => {
  await net?.leave()
  indexer?.child.kill('SIGTERM')
  await indexer?.ended
  fs.rmSync(folder, { recursive: true, force: true })
})

function sumOf(takes: (sum: StoredSum) => boolean): { accounts: number; amount: bigint } {
  const taken = stored.filter(takes)
  return {
    accounts: taken.reduce((all, { accounts }) => all + accounts, 0),
    amount: taken.reduce((all, { amount }) => all + amount, 0n),
  }
}

function rowsOf(page: Page, name: string): Promise<Record<string, string>[]> {
  return page
    .getByRole('table', { name })
    .locator('tr:has(td[data-label])')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Object.fromEntries(
          [...row.querySelectorAll('td')].map((cell) => [
            cell.dataset.label,
            cell.querySelector('data')?.value ?? cell.querySelector('[title]')?.getAttribute('title') ?? cell.innerText,
          ]),
        ),
      ),
    )
}

const exact = (sum: { accounts: number; amount: bigint }) => (sum.accounts === 0 ? 'none' : String(sum.amount))

test('sums of a delegate with 2,600 token accounts are those of the indexer’s own store', async ({ page }) => {
  await page.goto(delegate)
  await expect(page.getByText(/^All 2,600 rows/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'End of list reached' })).toBeVisible()

  const mints = [...new Set(stored.map(({ mint }) => mint))]
  expect(mints).toHaveLength(SHAPE.mints)
  expect(sumOf(() => true).accounts).toBe(DELEGATED)
  expect(sumOf(({ frozen }) => !frozen).amount, 'beyond what a u64 holds').toBeGreaterThan(2n ** 64n)
  await page.getByText('3 other mints', { exact: true }).click()
  const shown = await rowsOf(page, 'Totals by mint')
  expect(shown).toHaveLength(mints.length)
  for (const mint of mints) {
    const row = shown.find(({ Mint }) => Mint === mint)
    expect(row?.['Delegated amount']).toBe(exact(sumOf((sum) => sum.mint === mint && !sum.frozen)))
    expect(row?.Frozen).toBe(exact(sumOf((sum) => sum.mint === mint && sum.frozen)))
    expect(row?.Accounts).toBe(String(sumOf((sum) => sum.mint === mint).accounts))
  }

  await page.getByText('Totals by wallet', { exact: true }).click()
  const wallets = await rowsOf(page, 'Totals by wallet')
  expect(wallets).toHaveLength(25 * mints.length)
  for (const { Wallet, Mint, 'Delegated amount': movable, Frozen } of wallets) {
    const of = (frozen: boolean) => sumOf((sum) => sum.mint === Mint && sum.wallet === Wallet && sum.frozen === frozen)
    expect(movable).toBe(exact(of(false)))
    expect(Frozen).toBe(exact(of(true)))
  }
})

test('by keyboard alone: stopped, gone on with, and narrowed to a mint', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/getCompressedTokenAccountsByDelegate.*cursor=/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.goto(delegate)
  await expect(page.getByText('1,000 rows so far')).toBeVisible()
  await expect(page.getByText('First 1,000 rows; the list has more')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Stopped before the end' })).toBeVisible()
  release()
  await page.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^All 2,600 rows/)).toBeVisible()

  await page.getByRole('link', { name: 'Only this mint' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/mint=/)
  await expect(page.getByText(/^All 2,600 rows/), 'sums stay those of all mints').toBeVisible()
  await expect(page.getByRole('table', { name: 'Totals by wallet' })).toBeVisible()
})

test('an indexer that stops answering leaves sums that say how far they go', async ({ page }) => {
  let failing = true
  await page.route(/getCompressedTokenAccountsByDelegate.*cursor=/, (route) =>
    failing ? route.abort() : route.continue(),
  )
  await page.goto(delegate)
  await expect(page.getByRole('status').filter({ hasText: 'Totals are partial' })).toBeVisible()
  await expect(page.getByText('Partial', { exact: true })).toBeVisible()
  failing = false
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/^All 2,600 rows/)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a list that is longer than one answer says why it is not summed', async ({ page }) => {
    await page.goto(delegate)
    await expect(page.getByText('More than 1,000 token accounts')).toBeVisible()
    expect(await page.content()).toContain('Totals need JavaScript')
    await expect(page.getByText(/^All [\d,]+ rows/)).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Token accounts' })).toBeVisible()
  })
})
