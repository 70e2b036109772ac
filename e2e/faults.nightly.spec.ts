import type { APIRequestContext } from '@playwright/test'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, type Page, test } from './live'
import { untilServed } from './served'

/*
 * Each fault has an indexer and so a network of its own: caches, pauses and breakers of one do not touch another, and all
 * are opened side by side.
 */

const OWNER = addressOf('owner')
const OTHER = addressOf('other owner')
const DELEGATE = addressOf('delegate')
const HASH = hashOf('account with a life')

interface Case {
  network: string
  /** What the indexer does instead of answering. */
  fault: Fault | 'stopped' | 'emptied'
  /** What a page without rows says. */
  words: RegExp
  /** What the label of older rows says. */
  label: string
  /** Paths where the fault shows. */
  paths: readonly string[]
}

const EVERYWHERE = ['/', '/latest', `/owner/${OWNER}`, `/delegate/${DELEGATE}`, `/account/${HASH}`]

const CASES: readonly Case[] = [
  {
    network: 'stopped',
    fault: 'stopped',
    words: /Can’t reach the indexer/,
    label: 'Indexer unreachable',
    paths: EVERYWHERE,
  },
  {
    network: 'hangs',
    fault: FAULTS.hang,
    words: /did not respond in time/,
    label: 'No answer in time',
    paths: EVERYWHERE,
  },
  {
    network: 'limits',
    fault: FAULTS.rateLimited('20'),
    words: /is busy/,
    label: 'Indexer busy',
    paths: EVERYWHERE,
  },
  {
    network: 'fails',
    fault: FAULTS.serverError,
    words: /The indexer failed/,
    label: 'Indexer error',
    paths: EVERYWHERE,
  },
  {
    network: 'html',
    fault: FAULTS.htmlWith200,
    words: /Unreadable response from the indexer/,
    label: 'Unreadable response',
    paths: EVERYWHERE,
  },
  {
    network: 'truncated',
    fault: FAULTS.truncatedJson,
    words: /Unreadable response from the indexer/,
    label: 'Unreadable response',
    paths: EVERYWHERE,
  },
  {
    network: 'misshapen',
    fault: FAULTS.wrongShape,
    words: /Invalid data from the indexer/,
    label: 'Invalid response',
    paths: EVERYWHERE,
  },
  {
    network: 'crossed',
    fault: { kind: 'edit', edit: (answer) => answer.replaceAll(`"owner":"${OWNER}"`, `"owner":"${OTHER}"`) },
    words: /Invalid data from the indexer/,
    label: 'Invalid response',
    paths: [`/owner/${OWNER}`],
  },
  {
    network: 'emptied',
    fault: 'emptied',
    words: /The indexer has no data/,
    label: 'Indexer empty',
    paths: EVERYWHERE,
  },
]

/** What a page must not say while the indexer cannot be relied on. */
const CERTAINTIES =
  /No live compressed account|Nothing is delegated|has not seen a compression|is really empty|not a failure/

const joined = new Map<string, JourneyNetwork>()
let base = ''
let moving: ReturnType<typeof setInterval>

function full() {
  const latest = makeSignatures(60)
  return {
    slot: 418_900_000,
    accounts: makeAccounts(OWNER, 60),
    tokenAccounts: makeTokenAccounts(DELEGATE, 20),
    latest,
    signatures: { [HASH]: latest.slice(0, 1) },
  }
}

function indexerOf({ network }: Case): StandIn {
  const own = joined.get(network)
  if (!own) throw new Error(`no indexer for ${network}`)
  return own.indexer
}

async function breakIt(each: Case): Promise<void> {
  const indexer = indexerOf(each)
  if (each.fault === 'stopped') await indexer.stop()
  else if (each.fault === 'emptied')
    Object.assign(indexer.data, { slot: 0, accounts: [], tokenAccounts: [], latest: [], signatures: {} })
  else indexer.fail(each.fault)
}

async function mend(each: Case): Promise<void> {
  const indexer = indexerOf(each)
  if (each.fault === 'stopped') await indexer.start()
  else if (each.fault === 'emptied') Object.assign(indexer.data, full())
  else indexer.fail(null)
}

/** Pages of all cases, opened in the first test and left open. */
const open = new Map<Case, Page>()

function pageOf(each: Case): Page {
  const page = open.get(each)
  if (!page) throw new Error(`no page is open for ${each.network}`)
  return page
}

const caseOf = (network: string) => CASES.find((each) => each.network === network) as Case

const at = (path: string, { network }: Case) => `${base}${path}?cluster=${network}`

const POLL = { timeout: 30_000, intervals: [500] }

/** One after the other, so that a busy machine is not taken for a busy indexer; what only waits does so beside them. */
async function onEveryPage(visit: (each: Case, path: string) => Promise<unknown>): Promise<void> {
  const waiting = caseOf('hangs')
  const beside = Promise.all(waiting.paths.map((path) => visit(waiting, path)))
  for (const each of CASES) if (each !== waiting) for (const path of each.paths) await visit(each, path)
  await beside
}

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Compressed accounts' }).getByRole('row')

/** What a page holds without its scripts. */
async function htmlOf(request: APIRequestContext, url: string): Promise<string> {
  const response = await request.get(url, { timeout: 15_000 })
  expect(response.status(), url).toBe(200)
  return (await response.text()).replace(/<script[\s\S]*?<\/script>/g, '')
}

/** The words of a page as they stand in its HTML, without rows, which would drown what a failing test has to tell. */
const wordsOf = async (request: APIRequestContext, url: string) => wordsIn(await htmlOf(request, url))

function wordsIn(html: string): string {
  return html
    .replace(/^[\s\S]*<main/, '<main')
    .replace(/<table[\s\S]*?<\/table>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ live }) => {
  base = live.url
  for (const { network, fault } of CASES) {
    joined.set(network, await live.network(network, full(), { alone: fault === 'stopped' }))
  }
  moving = setInterval(() => {
    for (const { indexer } of joined.values()) if (indexer.data.slot > 0) indexer.data.slot++
  }, 400)
})

test.afterAll(async () => {
  clearInterval(moving)
  for (const network of joined.values()) await network.leave()
})

test('pages without rows answer in their failed state, each fault in its own words, and recover by themselves', async ({
  browser,
  request,
}) => {
  test.setTimeout(240_000)
  await Promise.all(CASES.map(breakIt))
  await onEveryPage(async (each, path) => {
    const where = at(path, each)
    const html = await htmlOf(request, where)
    const words = wordsIn(html)
    expect(words, where).toMatch(each.words)
    expect(words, where).not.toMatch(CERTAINTIES)
    expect(html.includes('noindex'), where).toBe(true)
  })
  for (const path of ['/status', '/help', `/search?q=${HASH}`]) await htmlOf(request, base + path)

  const context = await browser.newContext()
  await Promise.all(
    CASES.map(async (each) => {
      const page = await context.newPage()
      open.set(each, page)
      await page.goto(at(`/owner/${OWNER}`, each))
      await expect(page.getByText(each.words).first(), each.network).toBeVisible()
      await expect(rowsOf(page), each.network).toHaveCount(0)
    }),
  )
  for (const each of CASES) {
    const page = pageOf(each)
    expect(await violationsOn(page), each.network).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violationsOn(page, ['color-contrast']), `${each.network}, dark`).toEqual([])
  }
  await Promise.all(CASES.map(mend))
  await Promise.all(
    CASES.map(async (each) => {
      const page = pageOf(each)
      // An open circuit is tried again within a minute, and the page asks some seconds after.
      await expect(rowsOf(page), each.network).toHaveCount(51, { timeout: 80_000 })
      await expect(page.getByRole('alert').filter({ hasText: each.words }), each.network).toHaveCount(0)
    }),
  )
})

test('rows that were seen stay through every fault, labelled with reason, time and slot, and become current by themselves', async ({
  request,
}) => {
  test.setTimeout(240_000)
  // All pages are seen once, so that there is something to keep.
  await onEveryPage((each, path) => expect.poll(() => wordsOf(request, at(path, each)), POLL).not.toMatch(each.words))
  await Promise.all(CASES.map(breakIt))
  await Promise.all(
    CASES.map(async (each) => {
      const page = pageOf(each)
      const label = page.locator('main').getByText(`${each.label}:`)
      // Within its first seconds an answer counts as current.
      await untilServed(at(`/owner/${OWNER}`, each), `${each.label}:`)
      await page.reload()
      // Nine pages share the six connections that a browser has for one site, and one of them waits for its answer.
      await expect(label.first()).toBeVisible({ timeout: 60_000 })
      await expect(page.getByText(/data from \d\d:\d\d:\d\d UTC, slot 418,9\d\d,\d\d\d, /), each.network).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'showing older data' }), each.network).toHaveCount(1)
      await expect(rowsOf(page), each.network).toHaveCount(51)
      await expect(rowsOf(page), each.network).toHaveCount(51)
    }),
  )
  // The HTML of every page has the same, without any script. The first reader gets the older answer while it is
  // refreshed; the next ones get the outcome.
  for (const each of CASES) await Promise.all(each.paths.map((path) => htmlOf(request, at(path, each))))
  await onEveryPage(async (each, path) => {
    const words = expect.poll(() => wordsOf(request, at(path, each)), { ...POLL, message: at(path, each) })
    // An empty indexer does not know an account that it knew: an answer, but no certainty either.
    if (each.fault === 'emptied' && path.startsWith('/account')) await words.toMatch(each.words)
    else await words.toContain(each.label)
  })
  for (const each of CASES) await expect(rowsOf(pageOf(each)), each.network).toHaveCount(51)
  const badge = pageOf(caseOf('stopped')).getByRole('link', { name: /^Indexer unreachable for .+/ })
  await expect(badge).toBeVisible({ timeout: 30_000 })
  await Promise.all(CASES.map(mend))
  await Promise.all(
    CASES.map(async (each) => {
      const page = pageOf(each)
      await expect(page.getByText(/data from \d\d:/), each.network).toHaveCount(0, { timeout: 60_000 })
      await expect(page.getByText(/^Slot [0-9,]+/), each.network).toBeVisible()
      await expect(rowsOf(page), each.network).toHaveCount(51)
    }),
  )
  await expect(pageOf(caseOf('stopped')).getByRole('link', { name: /^Indexer ok/ })).toBeVisible({ timeout: 30_000 })
})
