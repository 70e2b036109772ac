import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { type Part, recordHistory } from '@/lib/testing/history/recorded-history'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { StandIn } from '@/lib/testing/stand-in/stand-in'
import { trueAccount, trueTokenAccount } from '@/lib/testing/true-rows'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { stillWorld } from '@/lib/testing/world/worlds'
import { examplePath } from './examples'
import { expect, type Page, test, waitForScripts } from './page'
import { openState, STATES } from './states'

const FOLDER = path.resolve(import.meta.dirname, '../shots')
/** A phone, a tablet, a laptop and a wide screen: two shapes of every page at least. */
const WIDTHS = [390, 768, 1280, 1920]
const SCHEMES = ['light', 'dark'] as const

/** A picture to take: its name, where, and what to do there first. */
type Shot = [name: string, at: string, prepare?: (page: Page) => Promise<unknown>]

/** Each page is loaded once and then taken in every width and both themes. */
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

/** Pictures of a page as it stands, in every width and both themes. */
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

/** Follows the link of the first row to its account. */
async function openAccount(page: Page): Promise<void> {
  await page.locator('td[data-label="Hash"] a').first().click()
  await page.getByRole('region', { name: 'Account data' }).waitFor()
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
  await page.getByText('sent as').waitFor()
}

test('pages over the sandbox', async ({ browser }) => {
  const leafscan = await startLeafscan({ PROBE_SECONDS: '1' })
  await take(browser, leafscan.url, [
    ['home', '/'],
    ['owner', examplePath('owner')],
    ['owner-row-open', examplePath('wallet-tokens'), openFirst],
    ['owner-lens', examplePath('wallet-tokens'), openLens],
    ['owner-lens-layout', `${examplePath('owner')}#layout=mint:pubkey;wallet:pubkey;units:u64`, openLens],
    [
      'owner-continuous',
      `${examplePath('owner')}?mode=continuous&at=600`,
      (page) => page.getByText('Row 600').waitFor(),
    ],
    ['owner-end', `${examplePath('lookup-table')}?limit=10`],
    ['owner-empty', `/owner/${addressOf('nobody')}`],
    ['owner-no-match', `${examplePath('owner')}?filter=32:${addressOf('nobody')}`],
    ['owner-filter-form', `${examplePath('wallet-tokens')}&filter=64:5T&slice=0:72`, typeFilter],
    ['owner-filter-refused', `${examplePath('mint')}&filterFormat=hex&filterBytes=0xabc&sliceLength=0`],
    ['owner-loaded-rows', examplePath('wallet'), (page) => page.getByLabel('Find on loaded rows only').fill('12')],
    ['owner-large-lamports', examplePath('large-lamports')],
    ['delegate', examplePath('delegate')],
    ['delegate-one-mint', examplePath('delegate-mint')],
    ['delegate-frozen', examplePath('frozen'), openFirst],
    [
      'delegate-by-wallet',
      examplePath('delegate-mint'),
      (page) => page.getByRole('table', { name: 'Totals by wallet' }).scrollIntoViewIfNeeded(),
    ],
    ['delegate-empty', `/delegate/${addressOf('nobody')}`],
    ['account-live', examplePath('live')],
    ['account-consumed', examplePath('consumed')],
    ['account-unknown', examplePath('failed')],
    ['account-with-row', examplePath('wallet-tokens'), openAccount],
    ['account-not-there-yet', `${examplePath('live')}?minSlot=400000000`],
    ['latest', '/latest'],
    [
      'latest-held',
      '/latest',
      async (page) => {
        await page.getByRole('button', { name: 'Pause' }).click()
        await page.getByRole('button', { name: /^Show/ }).waitFor()
      },
    ],
    ['search-nothing-typed', '/search'],
    ['search-not-recognised', '/search?q=hello0world'],
    ['search-slot', '/search?q=300,000,500'],
    ['search-several', `/search?q=${addressOf('one')}+${addressOf('two')}+https://solscan.io/tx/${'5'.repeat(87)}`],
    ['search-elsewhere', `/search?q=https://explorer.solana.com/address/${addressOf('one')}`],
    [
      'menu',
      examplePath('consumed'),
      (page) => page.keyboard.press('/').then(() => page.getByRole('dialog').waitFor()),
    ],
    ['keys', examplePath('owner'), (page) => press(page, 'Keys')],
    ['share', examplePath('consumed'), (page) => press(page, 'Share')],
    ['label', examplePath('owner'), (page) => press(page, 'Label')],
    ['labels-and-watchlist', '/', (page) => press(page, 'Labels and watchlist')],
    ['export', `${examplePath('owner')}?limit=10&columns=hash`, (page) => press(page, 'Export…')],
    ['columns', `${examplePath('owner')}?columns=hash&columns=lamports`],
    ['list-tools', examplePath('owner'), (page) => page.locator('summary', { hasText: 'Columns' }).click()],
    ['search-nothing-found', `/search?q=${addressOf('nobody')}`],
    ['tx', `/tx/${'5'.repeat(87)}`],
    ['help', '/help'],
    ['on-call', '/help/on-call'],
    ['malformed', '/owner/short?limit=0'],
    ['no-such-page', '/nowhere'],
  ])
  await leafscan.stop()
})

test('states that only a faulty indexer shows', async ({ browser }) => {
  const owner = addressOf('owner')
  const delegate = addressOf('delegate')
  const accounts = makeAccounts(owner, 2_400).map(trueAccount)
  const indexer = await new StandIn({
    paging: 'defect',
    accounts,
    tokenAccounts: makeTokenAccounts(delegate, 30).map(trueTokenAccount),
    latest: makeSignatures(40),
  }).start()
  const env = { INDEXER_URL: `mainnet-beta=${indexer.url},devnet=${indexer.url}`, PROBE_SECONDS: '0.5' }
  const leafscan: Leafscan = await startLeafscan(env)
  const at = `/owner/${owner}`

  await take(browser, leafscan.url, [
    [
      'owner-incomplete',
      at,
      (page) =>
        page
          .getByText(/^Incomplete/)
          .first()
          .click(),
    ],
    [
      'owner-continuous-stopped',
      `${at}?mode=continuous`,
      async (page) => {
        indexer.fail(FAULTS.serverError, { methods: ['getCompressedAccountsByOwner'] })
        await expect(async () => {
          await page.mouse.move(600, 500)
          await page.mouse.wheel(0, 20_000)
          await page.getByText('Loading stopped', { exact: true }).waitFor({ timeout: 500 })
        }).toPass()
        indexer.fail(null)
      },
    ],
    ['networks', at, (page) => page.locator('summary', { hasText: 'mainnet-beta' }).click()],
    ['tx-links-out', `/tx/${'5'.repeat(87)}`],
  ])
  indexer.fail({ kind: 'error', code: -32602, message: 'Invalid params' })
  const filtered = `/owner/${addressOf('refused filters')}?filter=0:5T&filter=32:${owner}&slice=0:512`
  await take(browser, leafscan.url, [['owner-filters-refused-by-indexer', filtered]])
  await indexer.stop()
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

/** Failed states: what the indexer does, and how the picture is called. */
const FAILURES: Readonly<Record<string, Fault>> = {
  timeout: FAULTS.hang,
  '500': FAULTS.serverError,
  unreadable: FAULTS.truncatedJson,
  unverifiable: FAULTS.wrongShape,
  internal: FAULTS.internal,
  unauthorised: FAULTS.unauthorised,
  busy: FAULTS.rateLimited('60'),
}

test('each way in which an indexer can fail', async ({ browser }) => {
  const owner = addressOf('owner')
  const indexers = await Promise.all(
    Object.keys(FAILURES).map(async (name) => [name, await new StandIn({}).start()] as const),
  )
  const leafscan = await startLeafscan({
    INDEXER_URL: indexers.map(([name, { url }]) => `${name}=${url}`).join(','),
    PROBE_SECONDS: '1',
  })
  for (const [name, indexer] of indexers) indexer.fail(FAILURES[name] ?? null)
  await take(
    browser,
    leafscan.url,
    indexers.map(([name]): Shot => [`failed-${name}`, `/owner/${owner}?cluster=${name}`]),
  )
  await leafscan.stop()
  for (const [, indexer] of indexers) await indexer.stop()
})

const SLOT = 418_890_000

/** Hours before the present, in which all kinds of things happened. */
const MORNING: Part[] = [
  { minutes: 200, verdict: 'ok' },
  { minutes: 25, verdict: 'behind', pace: 1.2 },
  { minutes: 35, verdict: 'ok', pace: 3.43 },
  { minutes: 40, verdict: null },
  { minutes: 90, verdict: 'ok' },
  { minutes: 9, verdict: 'unreachable', pace: 0 },
  { minutes: 6, verdict: 'behind', pace: 5.5 },
  { minutes: 60, verdict: 'ok' },
  { minutes: 4, verdict: 'limited' },
  { minutes: 30, verdict: 'ok' },
]

/** How each verdict comes about: what was recorded last, and what the indexer does from then on, four times a second. */
const VERDICTS: Record<string, { last: Part; live(indexer: StandIn): void }> = {
  ok: { last: { minutes: 10, verdict: 'ok' }, live: ({ data }) => data.slot++ },
  'catching-up': {
    last: { minutes: 10, verdict: 'behind', pace: 1 },
    live: ({ data }) => {
      data.slot += 3
      data.lag = Math.max(40, data.lag - 3)
    },
  },
  'losing-ground': {
    last: { minutes: 10, verdict: 'behind', pace: 1 },
    live: ({ data }) => {
      data.slot++
      data.lag += 25
    },
  },
  degraded: {
    last: { minutes: 3, verdict: 'degraded' },
    live: (indexer) => {
      indexer.data.slot++
      indexer.fail(FAULTS.serverError, {
        methods: ['getCompressedAccountsByOwner', 'getCompressedTokenAccountsByDelegate'],
      })
    },
  },
  frozen: { last: { minutes: 5, verdict: 'frozen' }, live: () => {} },
  unreachable: { last: { minutes: 4, verdict: 'unreachable' }, live: (indexer) => indexer.fail(FAULTS.reset) },
  limited: { last: { minutes: 2, verdict: 'limited' }, live: (indexer) => indexer.fail(FAULTS.rateLimited('1')) },
  unknown: {
    last: { minutes: 3, verdict: 'unknown' },
    live: (indexer) => {
      indexer.data.slot++
      indexer.fail({ kind: 'error', code: -32601, message: 'Method not found' }, { methods: ['getIndexerHealth'] })
    },
  },
}

test('the status page in every verdict', async ({ browser }) => {
  for (const [name, { last, live }] of Object.entries(VERDICTS)) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-shots-'))
    const indexer = await new StandIn({ slot: SLOT, lag: name.includes('-') ? 900 : 0 }).start()
    indexer.data.latest = makeSignatures(60, SLOT).map((signature, i) => ({
      ...signature,
      blockTime: Math.floor(Date.now() / 1000 - (indexer.data.lag + i) * 0.4),
    }))
    recordHistory(folder, 'mainnet-beta', [...MORNING, last], { slot: SLOT })
    live(indexer)
    const timer = setInterval(() => live(indexer), 250)
    const leafscan = await startLeafscan({
      INDEXER_URL: `mainnet-beta=${indexer.url}`,
      PROBE_SECONDS: '1',
      DATA_DIR: folder,
    })
    await fetch(`${leafscan.url}/api/v1/status`)
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    const charts = (page: Page) =>
      page
        .locator('.uplot')
        .first()
        .evaluate((chart) => {
          chart.scrollIntoView()
          window.scrollBy(0, -90)
        })
    const shots: Shot[] = [[`status-${name}`, '/status']]
    if (name === 'ok') {
      const [from, to] = [135, 95].map((minutes) => new Date(Date.now() - minutes * 60_000).toISOString())
      shots.push(
        ['status-charts', '/status?range=24h', charts],
        ['status-incident', `/status?from=${from}&to=${to}`],
        ['status-gap-only', '/status?from=2026-09-20T10:00:00Z&to=2026-09-20T11:00:00Z'],
      )
    }
    if (name === 'catching-up') shots.push(['banner-behind', `/owner/${addressOf('owner')}`])
    if (name === 'frozen') shots.push(['banner-frozen', `/latest`])
    await take(browser, leafscan.url, shots)
    clearInterval(timer)
    await leafscan.stop()
    await indexer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the status page of several networks', async ({ browser }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-shots-'))
  const [main, dev, silent] = await Promise.all(
    [0, 1, 2].map((i) => new StandIn({ slot: SLOT - i * 9_000_000 }).start()),
  )
  if (!main || !dev || !silent) throw new Error('three indexers are wanted')
  silent.fail(FAULTS.hang)
  recordHistory(folder, 'mainnet-beta', MORNING, { slot: SLOT })
  recordHistory(
    folder,
    'devnet',
    [
      { minutes: 120, verdict: 'ok' },
      { minutes: 9, verdict: 'behind', pace: 1 },
    ],
    {
      slot: dev.data.slot,
    },
  )
  dev.data.lag = 812
  const timer = setInterval(() => {
    main.data.slot++
    dev.data.slot++
  }, 400)
  const leafscan = await startLeafscan({
    INDEXER_URL: `mainnet-beta=${main.url},devnet=${dev.url},testnet=${silent.url}`,
    PROBE_SECONDS: '1',
    DATA_DIR: folder,
  })
  await take(browser, leafscan.url, [
    ['status-networks', '/status', (page) => page.getByText('unreachable').first().waitFor()],
    ['status-just-started', '/status?cluster=testnet'],
  ])
  clearInterval(timer)
  await leafscan.stop()
  for (const indexer of [main, dev, silent]) await indexer.stop()
  rmSync(folder, { recursive: true, force: true })
})
