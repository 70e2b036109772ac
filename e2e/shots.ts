import path from 'node:path'
import type { Browser } from '@playwright/test'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { startLeafscan } from '@/lib/testing/world/leafscan'
import { stillWorld } from '@/lib/testing/world/worlds'
import { examplePath } from './examples'
import { type Page, test, waitForScripts } from './page'
import { openState, STATES } from './states'

const FOLDER = path.resolve(import.meta.dirname, '../shots')
const WIDTHS = [390, 768, 1280, 1920]
const SCHEMES = ['light', 'dark'] as const

type Shot = [name: string, at: string, prepare?: (page: Page) => Promise<unknown>]

async function take(browser: Browser, baseURL: string, shots: readonly Shot[]): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 860 } })
  const page = await context.newPage()
  for (const [name, at, prepare] of shots) {
    await page.goto(at)
    await page.waitForLoadState('networkidle')
    await prepare?.(page)
    await snap(page, name)
  }
  await context.close()
}

async function snap(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 860 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(FOLDER, `${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.setViewportSize({ width: 1280, height: 860 })
}

async function openAccount(page: Page): Promise<void> {
  await page.locator('td[data-label="Hash"] a').first().click()
  await page.getByRole('region', { name: 'Summary' }).waitFor()
}

const openLens = async (page: Page) => {
  await openFirst(page)
  const lens = page.getByRole('region', { name: 'Byte lens' })
  await lens.getByRole('button', { name: 'amount', exact: true }).click()
  await lens.evaluate((element) => element.scrollIntoView())
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

const openFirst = (page: Page) => page.locator('a[aria-expanded]').first().click()

async function typeFilter(page: Page): Promise<void> {
  await page.locator('summary', { hasText: /^Filters/ }).click()
  await page.getByLabel('Type').selectOption('u64')
  await page.getByLabel('Bytes', { exact: true }).fill('9007199254740993')
}

test('what is opened on pages of the sandbox', async ({ browser }) => {
  const leafscan = await startLeafscan({ PROBE_SECONDS: '1' })
  await take(browser, leafscan.url, [
    ['owner-row-open', examplePath('wallet-tokens'), openFirst],
    ['owner-lens', examplePath('wallet-tokens'), openLens],
    ['owner-lens-layout', `${examplePath('owner')}#layout=mint:pubkey;wallet:pubkey;units:u64`, openLens],
    [
      'owner-continuous',
      `${examplePath('owner')}?mode=continuous&at=600`,
      (page) => page.getByText('Row 600').waitFor(),
    ],
    ['owner-filter-form', `${examplePath('wallet-tokens')}&filter=64:5T&slice=0:72`, typeFilter],
    ['owner-filter-refused', `${examplePath('wallet-tokens')}&filterFormat=hex&filterBytes=0xabc&sliceLength=0`],
    ['mint', examplePath('mint')],
    ['owner-loaded-rows', examplePath('wallet'), (page) => page.getByLabel('Filter this page').fill('12')],
    ['owner-large-lamports', examplePath('large-lamports')],
    ['delegate-frozen', examplePath('frozen'), openFirst],
    [
      'delegate-by-wallet',
      examplePath('delegate-mint'),
      (page) => page.getByRole('table', { name: 'Totals by wallet' }).scrollIntoViewIfNeeded(),
    ],
    ['account-with-row', examplePath('wallet-tokens'), openAccount],
    [
      'latest-held',
      '/latest',
      async (page) => {
        await page.getByRole('button', { name: 'Pause' }).click()
        await page.getByRole('button', { name: /^Show/ }).waitFor()
      },
    ],
    ['search-nothing-typed', '/search'],
    ['search-elsewhere', `/search?q=https://explorer.solana.com/address/${addressOf('one')}`],
    [
      'menu',
      examplePath('consumed'),
      (page) => page.keyboard.press('/').then(() => page.getByRole('dialog').waitFor()),
    ],
    ['keys', examplePath('owner'), (page) => press(page, 'Shortcuts')],
    ['share', examplePath('consumed'), (page) => press(page, 'Share')],
    ['label', examplePath('owner'), (page) => press(page, 'Label')],
    ['labels-and-watchlist', '/', (page) => press(page, 'Labels and watchlist')],
    ['export', examplePath('owner'), (page) => page.locator('summary', { hasText: /^Export/ }).click()],
    ['columns', `${examplePath('owner')}?columns=hash&columns=lamports`],
    ['list-tools', examplePath('owner'), (page) => page.locator('summary', { hasText: 'Columns' }).click()],
  ])
  await leafscan.stop()
})

test('every page in every state', async ({ browser }) => {
  test.setTimeout(1_200_000)
  const world = await stillWorld()
  for (const state of STATES) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
    const page = await context.newPage()
    waitForScripts(page)
    await openState(page, world, state)
    await snap(page, `state-${state.name.replace(/\W+/g, '-')}`)
    await context.close()
  }
})
