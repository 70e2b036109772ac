import { expect, type Page } from '@playwright/test'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { PROGRAM } from '@/lib/testing/idl/made-program'
import { addressOf, hashOf } from '@/lib/testing/stand-in/fixtures'
import {
  CONSUMED,
  DELEGATE,
  LIVE,
  MINT,
  NOBODY,
  OWNER,
  SIXTY,
  STARTS_AT,
  STILL_AT,
  type StillNetwork,
  TINY,
  WITH_ROW,
} from '@/lib/testing/world/still-world'
import { allScriptsRun } from './page'

/* Every page in every state, for accessibility tests, transcripts and `npm run shots`: a new page or state is a line here. */

const SIGNATURE = '5'.repeat(87)

export interface State {
  name: string
  at: string
  on: StillNetwork
  shows: string | RegExp
  prepare?: (page: Page) => Promise<unknown>
  reach?: (page: Page) => Promise<unknown>
  quick?: true
  isWritten?: true
}

const offline = async (page: Page) => {
  await allScriptsRun(page)
  await page.context().setOffline(true)
}
const openRow = (page: Page) => page.locator('a[aria-expanded]').first().click()
const lensIsThere = (page: Page) => page.getByRole('region', { name: 'Byte lens' }).waitFor()
const unfoldLens = (page: Page) =>
  page
    .getByText('Bytes in hex and as values')
    .click()
    .then(() => lensIsThere(page))
const openLens = (page: Page) => openRow(page).then(() => lensIsThere(page))
const openWrong = async (page: Page) => {
  await page.locator('[data-proof=differs] a[aria-expanded]').click()
  await lensIsThere(page)
}
const doubt = (page: Page) => page.getByRole('link', { name: /^Indexer unknown/ }).waitFor()
const nothingAnswers = (page: Page) =>
  page.route('**/status?*', (route) => (route.request().resourceType() === 'fetch' ? route.abort() : route.continue()))
const statusFails = (page: Page) => page.route('**/api/v1/status?*', (route) => route.abort())

const owner = `/owner/${OWNER}`
const tiny = `/owner/${TINY}`
const sixty = `/owner/${SIXTY}`
const delegate = `/delegate/${DELEGATE}?limit=10`
const wallet = `/wallet/${OWNER}?limit=10`
const withRow = `/account/${WITH_ROW}?owner=${TINY}`

const FAILED = 'Indexer error'
const BUSY = 'Indexer busy'
const OFFLINE = 'You are offline.'
const WAITING = 'Still waiting for the indexer'
const OLD = /data from \d\d:/

const toItsEnd = async (page: Page) => {
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' })
  await next.click()
  await page.getByText('End of list').waitFor()
}

const leave = (link: string) => async (page: Page) => {
  await allScriptsRun(page)
  await page.getByRole('link', { name: link }).click()
  await page.clock.setFixedTime(STILL_AT + 1_500)
  await page.getByText(WAITING).waitFor()
  await page.clock.setFixedTime(STILL_AT)
  await page.getByText('just now').first().waitFor()
}

const LISTS = /^\/(?:owner|wallet|delegate|mint|account)\//

/** What a page shows of proofs must not depend on a busy machine. */
async function proofsOf(url: string): Promise<void> {
  let html = ''
  do html = await (await fetch(url)).text()
  while (html.includes('not checked yet'))
}

export async function openState(page: Page, world: { url: string }, { at, on, prepare, reach, shows }: State) {
  const path = on === 'data' ? at : `${at}${at.includes('?') ? '&' : '?'}cluster=${on}`
  await page.clock.setFixedTime(STILL_AT)
  await page.setExtraHTTPHeaders({ 'x-request-id': 'request-of-a-reader' })
  await prepare?.(page)
  if (LISTS.test(path)) await proofsOf(world.url + path)
  await page.goto(world.url + path)
  await reach?.(page)
  // Another page of a list may be there before the proofs of its rows.
  if (reach !== offline) await expect(page.locator('.proof-legend-waiting')).toBeHidden()
  await expect(page.locator('body')).toContainText(shows)
}

function troubledStates(page: string, at: string, { stale = at, offline: left = at } = {}): State[] {
  return [
    { name: `${page}, failed`, at, on: 'failed', shows: FAILED },
    { name: `${page}, limited`, at, on: 'limited', shows: BUSY },
    { name: `${page}, stale`, at: stale, on: 'stale', shows: OLD },
    { name: `${page}, offline`, at: left, on: 'data', reach: offline, shows: OFFLINE },
  ]
}

export const STATES: readonly State[] = [
  { name: 'home, data', at: '/', on: 'data', shows: 'Latest transactions' },
  { name: 'home, empty', at: '/', on: 'empty', shows: 'has not seen a compression transaction yet' },
  {
    name: 'home, unknown',
    at: '/',
    on: 'data',
    prepare: statusFails,
    reach: doubt,
    shows: 'Indexer status unknown',
  },
  ...troubledStates('home', '/'),
  { name: 'home, still waiting', at: '/', on: 'silent', reach: leave('The token program'), shows: WAITING },

  { name: 'owner, data', at: `${tiny}?limit=10`, on: 'data', shows: 'Complete', quick: true },
  { name: 'owner, many rows', at: `${owner}?limit=10`, on: 'data', shows: 'Rows 1–10' },
  { name: 'owner, open row', at: tiny, on: 'data', reach: openLens, shows: 'Discriminator' },
  { name: 'owner, end of a page', at: sixty, on: 'data', reach: toItsEnd, shows: 'End of list' },
  { name: 'owner, decoded', at: `/owner/${PROGRAM}`, on: 'data', shows: 'Fields by an IDL file' },
  { name: 'owner, continuous', at: `${tiny}?mode=continuous`, on: 'data', shows: 'Row 1' },
  { name: 'owner, filters', at: `${owner}?filter=0:5T&slice=0:72&limit=10`, on: 'data', shows: 'Active filters' },
  {
    name: 'owner, token program',
    at: `/owner/${TOKEN_PROGRAM}`,
    on: 'data',
    shows: 'Owns the compressed tokens of every wallet',
  },
  { name: 'owner, empty', at: `/owner/${NOBODY}`, on: 'data', shows: 'Is it a wallet?' },
  { name: 'owner, no match', at: `${owner}?filter=0:${NOBODY}`, on: 'data', shows: 'No account matches' },
  { name: 'owner, unproven', at: sixty, on: 'unproven', reach: toItsEnd, shows: 'Not proven complete' },
  {
    name: 'owner, wrong row',
    at: `${tiny}?limit=10`,
    on: 'lying',
    reach: openWrong,
    shows: 'wrong: does not match',
    quick: true,
  },
  { name: 'owner, incomplete', at: `${owner}?limit=10`, on: 'incomplete', shows: 'Incomplete' },
  {
    name: 'owner, waits for a slot',
    at: `${tiny}?minSlot=999999999`,
    on: 'data',
    shows: 'needs slot 999,999,999',
  },
  ...troubledStates('owner', owner, { stale: `${owner}?limit=10`, offline: tiny }),
  { name: 'owner, stale and limited', at: `${owner}?limit=10`, on: 'stale-limited', shows: OLD },
  { name: 'owner, behind', at: `${tiny}?limit=10`, on: 'behind', shows: '57 slots behind' },
  { name: 'owner, frozen', at: tiny, on: 'frozen', shows: 'Indexer frozen' },
  {
    name: 'owner, filters refused',
    at: `${owner}?filter=0:5T&slice=0:72`,
    on: 'refusing',
    shows: 'rejected this request',
  },

  { name: 'delegate, data', at: delegate, on: 'data', shows: 'Delegated balances' },
  {
    name: 'delegate, open row',
    at: delegate,
    on: 'data',
    reach: openLens,
    shows: /Light Token Program.*Leaf index/s,
  },
  { name: 'delegate, one mint', at: `${delegate}&mint=${addressOf('mint 1')}`, on: 'data', shows: 'mint is' },
  { name: 'delegate, empty', at: `/delegate/${NOBODY}`, on: 'data', shows: 'Nothing is delegated to this address' },
  ...troubledStates('delegate', delegate),

  { name: 'wallet, data', at: wallet, on: 'data', shows: 'Delegated to this wallet' },
  { name: 'wallet, delegated in', at: `/wallet/${DELEGATE}?limit=10`, on: 'data', shows: 'Holders' },
  { name: 'wallet, empty', at: `/wallet/${NOBODY}`, on: 'data', shows: 'No compressed tokens' },
  ...troubledStates('wallet', wallet),

  { name: 'mint, data', at: `/mint/${MINT}`, on: 'data', shows: 'Compressed token accounts' },
  { name: 'mint, empty', at: `/mint/${NOBODY}`, on: 'data', shows: 'No compressed token accounts' },
  ...troubledStates('mint', `/mint/${MINT}`),

  { name: 'account, live', at: `/account/${LIVE}`, on: 'data', shows: 'No consuming transaction known' },
  { name: 'account, consumed', at: `/account/${CONSUMED}`, on: 'data', shows: /consumed after/ },
  { name: 'account, unknown', at: `/account/${hashOf('nothing')}`, on: 'data', shows: 'Not found on this indexer' },
  { name: 'account, not there yet', at: `/account/${LIVE}?minSlot=999999999`, on: 'data', shows: '999,999,999' },
  { name: 'account, with its row', at: withRow, on: 'data', reach: unfoldLens, shows: 'Still live' },
  ...troubledStates('account', `/account/${LIVE}`),

  { name: 'latest, data', at: '/latest?limit=10', on: 'data', shows: 'Next' },
  { name: 'latest, empty', at: '/latest', on: 'empty', shows: 'has no compression transactions yet' },
  ...troubledStates('latest', '/latest', { stale: '/latest?limit=10', offline: '/latest?limit=10' }),
  { name: 'latest, reset', at: '/latest?limit=10', on: 'reset', shows: 'The newest rows are missing' },

  { name: 'status, ok', at: '/status', on: 'steady', shows: 'Failed checks' },
  { name: 'status, behind', at: '/status', on: 'behind', shows: '57 slots' },
  { name: 'status, frozen', at: '/status', on: 'frozen', shows: 'frozen' },
  { name: 'status, unreachable', at: '/status', on: 'failed', shows: 'unreachable' },
  { name: 'status, limited', at: '/status', on: 'limited', shows: 'limited' },
  {
    name: 'status, unknown',
    at: '/status',
    on: 'steady',
    prepare: statusFails,
    reach: doubt,
    shows: /Showing the last known status\.\s*Retry\s*Retrying automatically/,
  },
  { name: 'status, offline', at: '/status', on: 'steady', reach: offline, shows: OFFLINE },
  {
    name: 'incident, open',
    at: `/status/incident/leafscan-failed-${STARTS_AT}`,
    on: 'failed',
    shows: 'The indexer returned HTTP 500',
  },
  { name: 'incident, unknown', at: '/status/incident/leafscan-failed-1', on: 'failed', shows: 'No such incident' },

  { name: 'wall, ok', at: '/status?view=wall', on: 'steady', shows: 'Answer time' },
  { name: 'wall, behind', at: '/status?view=wall', on: 'behind', shows: '57 slots' },
  { name: 'wall, unreachable', at: '/status?view=wall', on: 'failed', shows: 'unreachable' },
  {
    name: 'wall, late',
    at: '/status?view=wall',
    on: 'steady',
    prepare: nothingAnswers,
    shows: /does not answer.*Last known: ok/,
  },
  { name: 'wall, all networks', at: '/status?view=wall&cluster=all', on: 'data', shows: 'All networks' },

  { name: 'search, nothing typed', at: '/search', on: 'data', shows: 'Paste an address' },
  { name: 'search, not recognised', at: '/search?q=hello0world', on: 'data', shows: 'Not recognised' },
  { name: 'search, a slot', at: '/search?q=300,000,500', on: 'data', shows: 'looks like a slot' },
  { name: 'search, several', at: `/search?q=${OWNER}+${NOBODY}`, on: 'data', shows: 'Found 2 identifiers' },
  { name: 'search, empty', at: `/search?q=${NOBODY}`, on: 'data', shows: 'No results' },
  { name: 'search, failed', at: `/search?q=${NOBODY}`, on: 'failed', shows: FAILED },
  { name: 'search, limited', at: `/search?q=${NOBODY}`, on: 'limited', shows: BUSY },

  { name: 'tx', at: `/tx/${SIGNATURE}`, on: 'data', shows: 'Transaction details aren’t available' },
  { name: 'compare, one indexer', at: '/compare', on: 'data', shows: 'This network has one indexer' },

  { name: 'help', at: '/help', on: 'data', shows: 'Completeness of a list' },
  { name: 'run book', at: '/help/on-call', on: 'data', shows: 'Checks and the verdict', isWritten: true },
  { name: 'API', at: '/help/api', on: 'data', shows: 'The slot that the indexer has reached', isWritten: true },
  { name: '404', at: '/nowhere', on: 'data', shows: 'Page not found' },
  { name: '400, owner', at: '/owner/short?limit=0', on: 'data', shows: 'Invalid link', quick: true },
  { name: '400, account', at: '/account/short', on: 'data', shows: 'Invalid link' },
  {
    name: '400, filter',
    at: `${owner}?filterOffset=-1&filterFormat=hex&filterBytes=abc&sliceLength=0`,
    on: 'data',
    shows: 'Invalid link',
  },
  { name: '400, network', at: '/latest?cluster=nowhere', on: 'data', shows: 'Invalid link' },
]
