import { expect, type Page } from '@playwright/test'
import type { IndexerStatus } from '@/lib/rpc/status'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { StandIn, type StandInData } from '@/lib/testing/stand-in/stand-in'
import { TOKEN_PROGRAM } from '@/lib/urls/links'
import { type Leafscan, startLeafscan } from './leafscan'

/*
 * Every page in every state that it can be in. Tests of accessibility, transcripts of what is announced and the pictures
 * of `npm run shots` all walk this table: a new page or state is a line here.
 *
 * Each state of the indexer is a network of one Leafscan, so that the pauses and breakers of one do not touch another.
 */

const OWNER = addressOf('owner')
const TINY = addressOf('owner of three')
/** Its list is two pages of fifty. */
const SIXTY = addressOf('owner of sixty')
const DELEGATE = addressOf('delegate')
const NOBODY = addressOf('nobody')
const LIVE = hashOf('a live account')
const CONSUMED = hashOf('a consumed account')
/** An account of TINY: its page finds its row. */
const WITH_ROW = hashOf(`tiny ${TINY} 0`)
const SIGNATURE = '5'.repeat(87)

/** Newest signature of the stand-in, and the slot that its indexer starts at. */
export const NEWEST = 418_890_000

/** Networks, named by what is the matter with them. */
type On =
  | 'data'
  | 'empty'
  | 'failed'
  | 'limited'
  | 'stale'
  | 'stale-limited'
  | 'incomplete'
  | 'unproven'
  | 'behind'
  | 'frozen'
  | 'reset'
  | 'slow'
  | 'refusing'

const START: Readonly<Record<On, Partial<StandInData>>> = {
  /** Answers everything. */
  data: {},
  /** Sound, and without a row of anything. */
  empty: { accounts: [], tokenAccounts: [], latest: [], signatures: {} },
  /** Fails at every question. */
  failed: {},
  /** Refuses every question for the next hour. */
  limited: {},
  /** Has answered once, then died: everything is a copy of what it said. */
  stale: {},
  /** As `stale`, but it asks for fewer requests. */
  'stale-limited': {},
  /** Photon's paging: rows are known to be missing. */
  incomplete: { paging: 'defect' },
  /** Its cursors tell nothing, and it answers in small portions: whether the list is whole cannot be told. */
  unproven: { paging: 'opaque', maxAnswerChars: 15_000 },
  behind: { lag: 57 },
  /** Its slot does not move. */
  frozen: {},
  /** Went back by 5,000 slots. */
  reset: {},
  /** Takes seconds for an owner's accounts. */
  slow: {},
  /** Takes no filters. */
  refusing: {},
}

/** The explorer with an indexer for each state. */
export class World {
  readonly #once = new Map<string, Promise<void>>()
  /** When the indexer of old copies was stopped: an old copy is shown for ten minutes. */
  #staleSince = Number.POSITIVE_INFINITY

  private constructor(
    readonly leafscan: Leafscan,
    private readonly indexers: ReadonlyMap<string, StandIn>,
    private readonly moving: NodeJS.Timeout,
  ) {}

  static async start(): Promise<World> {
    const latest = makeSignatures(60, NEWEST)
    const data = {
      slot: NEWEST + 2,
      accounts: [...makeAccounts(OWNER, 1_400), ...makeAccounts(TINY, 3, 'tiny'), ...makeAccounts(SIXTY, 60)],
      tokenAccounts: makeTokenAccounts(DELEGATE, 12),
      latest,
      signatures: {
        [LIVE]: latest.slice(3, 4),
        [WITH_ROW]: latest.slice(4, 5),
        [CONSUMED]: latest.slice(1, 3),
      },
    }
    const indexers = new Map<string, StandIn>(
      await Promise.all(
        Object.entries(START).map(
          async ([name, more]) => [name, await new StandIn({ ...data, ...more }).start()] as const,
        ),
      ),
    )
    indexers.get('failed')?.fail(FAULTS.serverError)
    indexers.get('limited')?.fail(FAULTS.rateLimited('3600'))
    indexers.get('refusing')?.fail({ kind: 'error', code: -32602, message: 'Invalid params' }, { methods: [BY_OWNER] })
    indexers.get('slow')?.fail({ kind: 'slow', ms: 5_000 }, { methods: [BY_OWNER] })
    // The chain goes on, except where it is meant to stand.
    const moving = setInterval(() => {
      for (const [name, { data }] of indexers) if (name !== 'frozen') data.slot++
    }, 400)
    const leafscan = await startLeafscan({
      INDEXER_URL: [...indexers].map(([name, { url }]) => `${name}=${url}`).join(','),
      PROBE_SECONDS: '1',
    })
    return new World(leafscan, indexers, moving)
  }

  async stop(): Promise<void> {
    clearInterval(this.moving)
    await this.leafscan.stop()
    for (const indexer of this.indexers.values()) await indexer.stop()
  }

  on(name: On): StandIn {
    const indexer = this.indexers.get(name)
    if (!indexer) throw new Error(`no indexer is called ${name}`)
    return indexer
  }

  /** Opens a page in a state. */
  async open(page: Page, { at, on, prepare, reach, shows }: State): Promise<void> {
    const path = on === 'data' ? at : `${at}${at.includes('?') ? '&' : '?'}cluster=${on}`
    await this.#ready(on)
    await prepare?.(page, this)
    await page.goto(this.leafscan.url + path)
    await reach?.(page, this)
    await expect(page.locator('body')).toContainText(shows)
  }

  /** What a network must have been through before its state shows; done once, when it is first asked for, or when it wore off. */
  #ready(on: On): Promise<void> {
    if (on === 'stale' && Date.now() - this.#staleSince > 5 * 60_000) this.#once.delete(on)
    const done = this.#once.get(on) ?? this.#bring(on)
    this.#once.set(on, done)
    return done
  }

  async #bring(on: On): Promise<void> {
    switch (on) {
      case 'stale':
        if (this.#staleSince < Date.now()) await this.on(on).start()
        await this.#untilStatus(on, ({ verdict }) => verdict === 'ok')
        await this.#ask(on, Object.values(KEPT))
        await this.on(on).stop()
        this.#staleSince = Date.now()
        return this.#until(on, Object.values(KEPT), 'stale')
      case 'stale-limited':
        await this.#ask(on, [KEPT.owner])
        this.on(on).fail(FAULTS.rateLimited('3600'))
        return this.#until(on, [KEPT.owner], 'stale')
      case 'reset':
        await this.#ask(on, ['/latest'])
        this.on(on).data.slot -= 5_000
        return this.#untilStatus(on, (status) => status.reset !== null)
      case 'data':
      case 'empty':
        return this.#untilStatus(on, ({ slotsPerSecond }) => slotsPerSecond !== null)
      case 'behind':
        return this.#untilStatus(on, ({ verdict, slotsPerSecond }) => verdict === on && slotsPerSecond !== null)
      case 'frozen':
      case 'limited':
        return this.#untilStatus(on, ({ verdict }) => verdict === on)
      case 'failed':
        return this.#untilStatus(on, ({ verdict }) => verdict === 'unreachable')
    }
  }

  async #ask(on: On, paths: readonly string[]): Promise<void> {
    for (const path of paths) await (await fetch(`${this.leafscan.url}${path}?cluster=${on}`)).text()
  }

  /** Copies are given out without a word for some seconds. */
  async #until(on: On, paths: readonly string[], word: string): Promise<void> {
    for (const path of paths) {
      await expect(async () => {
        const html = await (await fetch(`${this.leafscan.url}${path}?cluster=${on}`)).text()
        expect(html, `${path} on ${on}`).toContain(`class="${word}`)
      }).toPass({ timeout: 60_000, intervals: [500] })
    }
  }

  async #untilStatus(on: On, is: (status: Heard) => boolean): Promise<void> {
    await expect(async () => {
      const answer = await fetch(`${this.leafscan.url}/api/v1/status?cluster=${on}`)
      expect(is((await answer.json()) as Heard)).toBe(true)
    }).toPass({ timeout: 120_000, intervals: [500] })
  }
}

/** What `/api/v1/status` says, as far as it is waited for. */
type Heard = Pick<IndexerStatus, 'verdict' | 'reset' | 'slotsPerSecond'>

const BY_OWNER = 'getCompressedAccountsByOwner'

/** Pages whose answers are kept and shown as old. */
const KEPT = {
  home: '/',
  owner: `/owner/${OWNER}`,
  delegate: `/delegate/${DELEGATE}`,
  account: `/account/${LIVE}`,
  latest: '/latest',
}

export interface State {
  /** `owner, stale`: the page, then the state. */
  name: string
  at: string
  on: On
  /** Text that only this state shows. */
  shows: string | RegExp
  /** Done before the page is opened. */
  prepare?: (page: Page, world: World) => Promise<unknown>
  /** Done on the page once it is open. */
  reach?: (page: Page, world: World) => Promise<unknown>
  /** In the quick suite too: one of each frame. */
  quick?: true
}

const offline = (page: Page) => page.context().setOffline(true)
const openRow = (page: Page) => page.locator('a[aria-expanded]').first().click()
const lensIsThere = (page: Page) => page.getByRole('region', { name: 'Byte lens' }).waitFor()
const openWithLens = (page: Page) => openRow(page).then(() => lensIsThere(page))
/** The badge hears of it at its own next question. */
const doubt = (page: Page) => page.getByRole('link', { name: /^Indexer unknown/ }).waitFor()
const statusFails = (page: Page) => page.route('**/api/v1/status?*', (route) => route.abort())

const owner = `/owner/${OWNER}`
const tiny = `/owner/${TINY}`
const sixty = `/owner/${SIXTY}`
const delegate = `/delegate/${DELEGATE}`
const withRow = `/account/${WITH_ROW}?owner=${TINY}`

const FAILED = 'The indexer failed'
const BUSY = 'The indexer is busy'
const OFFLINE = 'You are offline.'
const WAITING = 'Still waiting for the indexer'
/** The label of an old answer. */
const OLD = /data from \d\d:/

const toItsEnd = async (page: Page) => {
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' })
  await next.click()
  await page.getByText('End of the list').waitFor()
}

const leave = (link: string) => async (page: Page) => {
  await page.getByRole('link', { name: link }).click()
  await page.getByText(WAITING).waitFor()
}

export const STATES: readonly State[] = [
  { name: 'home, data', at: '/', on: 'data', shows: 'Newest signatures' },
  { name: 'home, empty', at: '/', on: 'empty', shows: 'has not seen a compression transaction yet' },
  {
    name: 'home, unknown',
    at: '/',
    on: 'data',
    prepare: statusFails,
    reach: doubt,
    shows: 'of the indexer is not known',
  },
  { name: 'home, failed', at: '/', on: 'failed', shows: FAILED },
  { name: 'home, limited', at: '/', on: 'limited', shows: BUSY },
  { name: 'home, stale', at: '/', on: 'stale', shows: OLD },
  { name: 'home, offline', at: '/', on: 'data', reach: offline, shows: OFFLINE },
  { name: 'home, still waiting', at: '/', on: 'slow', reach: leave('The token program'), shows: WAITING },

  { name: 'owner, data', at: `${tiny}?limit=10`, on: 'data', shows: 'Complete', quick: true },
  { name: 'owner, many rows', at: `${owner}?limit=10`, on: 'data', shows: 'Rows 1–10' },
  { name: 'owner, open row', at: tiny, on: 'data', reach: openWithLens, shows: 'Discriminator' },
  { name: 'owner, end of a page', at: sixty, on: 'data', reach: toItsEnd, shows: 'End of the list' },
  { name: 'owner, continuous', at: `${tiny}?mode=continuous`, on: 'data', shows: 'Row 1' },
  { name: 'owner, filters', at: `${owner}?filter=0:5T&slice=0:72&limit=10`, on: 'data', shows: 'Sent to the indexer' },
  { name: 'owner, token program', at: `/owner/${TOKEN_PROGRAM}`, on: 'data', shows: 'This is the token program' },
  { name: 'owner, empty', at: `/owner/${NOBODY}`, on: 'data', shows: 'Is it a wallet?' },
  { name: 'owner, no match', at: `${owner}?filter=0:${NOBODY}`, on: 'data', shows: 'No account matches' },
  { name: 'owner, unproven', at: sixty, on: 'unproven', reach: toItsEnd, shows: 'Completeness not proven' },
  { name: 'owner, incomplete', at: `${owner}?limit=10`, on: 'incomplete', shows: 'Incomplete' },
  { name: 'owner, failed', at: owner, on: 'failed', shows: FAILED },
  { name: 'owner, limited', at: owner, on: 'limited', shows: BUSY },
  { name: 'owner, stale', at: owner, on: 'stale', shows: OLD },
  { name: 'owner, stale and limited', at: owner, on: 'stale-limited', shows: OLD },
  { name: 'owner, behind', at: `${tiny}?limit=10`, on: 'behind', shows: '57 slots behind' },
  { name: 'owner, frozen', at: tiny, on: 'frozen', shows: 'Indexer frozen' },
  { name: 'owner, filters refused', at: `${owner}?filter=0:5T&slice=0:72`, on: 'refusing', shows: 'refused that' },
  { name: 'owner, offline', at: tiny, on: 'data', reach: offline, shows: OFFLINE },

  { name: 'delegate, data', at: delegate, on: 'data', shows: 'What it may move' },
  { name: 'delegate, open row', at: delegate, on: 'data', reach: openRow, shows: 'Leaf index' },
  { name: 'delegate, one mint', at: `${delegate}?mint=${addressOf('mint 1')}`, on: 'data', shows: 'Show all mints' },
  { name: 'delegate, empty', at: `/delegate/${NOBODY}`, on: 'data', shows: 'Nothing is delegated to this address' },
  { name: 'delegate, failed', at: delegate, on: 'failed', shows: FAILED },
  { name: 'delegate, limited', at: delegate, on: 'limited', shows: BUSY },
  { name: 'delegate, stale', at: delegate, on: 'stale', shows: OLD },
  { name: 'delegate, offline', at: delegate, on: 'data', reach: offline, shows: OFFLINE },

  { name: 'account, live', at: `/account/${LIVE}`, on: 'data', shows: 'Live, as far as is known' },
  { name: 'account, consumed', at: `/account/${CONSUMED}`, on: 'data', shows: 'Consumed' },
  { name: 'account, unknown', at: `/account/${hashOf('nothing')}`, on: 'data', shows: 'Not known to this indexer' },
  { name: 'account, not there yet', at: `/account/${LIVE}?minSlot=999999999`, on: 'data', shows: '999,999,999' },
  { name: 'account, with its row', at: withRow, on: 'data', reach: lensIsThere, shows: 'Still live' },
  { name: 'account, failed', at: `/account/${LIVE}`, on: 'failed', shows: FAILED },
  { name: 'account, limited', at: `/account/${LIVE}`, on: 'limited', shows: BUSY },
  { name: 'account, stale', at: `/account/${LIVE}`, on: 'stale', shows: OLD },
  { name: 'account, offline', at: `/account/${LIVE}`, on: 'data', reach: offline, shows: OFFLINE },

  { name: 'latest, data', at: '/latest?limit=10', on: 'data', shows: 'Next' },
  { name: 'latest, empty', at: '/latest', on: 'empty', shows: 'has not seen' },
  { name: 'latest, failed', at: '/latest', on: 'failed', shows: FAILED },
  { name: 'latest, limited', at: '/latest', on: 'limited', shows: BUSY },
  { name: 'latest, stale', at: '/latest', on: 'stale', shows: OLD },
  { name: 'latest, reset', at: '/latest?limit=10', on: 'reset', shows: 'The chain view was reset' },
  { name: 'latest, offline', at: '/latest?limit=10', on: 'data', reach: offline, shows: OFFLINE },

  { name: 'status, ok', at: '/status', on: 'data', shows: 'Looks that failed' },
  { name: 'status, behind', at: '/status', on: 'behind', shows: '57 slots' },
  { name: 'status, frozen', at: '/status', on: 'frozen', shows: 'frozen' },
  { name: 'status, unreachable', at: '/status', on: 'failed', shows: 'unreachable' },
  { name: 'status, limited', at: '/status', on: 'limited', shows: 'limited' },
  {
    name: 'status, unknown',
    at: '/status',
    on: 'data',
    prepare: statusFails,
    reach: doubt,
    shows: 'last that was heard',
  },
  { name: 'status, offline', at: '/status', on: 'data', reach: offline, shows: OFFLINE },

  { name: 'search, nothing typed', at: '/search', on: 'data', shows: 'Paste an address' },
  { name: 'search, not recognised', at: '/search?q=hello0world', on: 'data', shows: 'Not recognised' },
  { name: 'search, a slot', at: '/search?q=300,000,500', on: 'data', shows: 'looks like a slot' },
  { name: 'search, several', at: `/search?q=${OWNER}+${NOBODY}`, on: 'data', shows: '2 things stand in this text' },
  { name: 'search, empty', at: `/search?q=${NOBODY}`, on: 'data', shows: 'Nothing live is known under this text' },
  { name: 'search, failed', at: `/search?q=${NOBODY}`, on: 'failed', shows: FAILED },
  { name: 'search, limited', at: `/search?q=${NOBODY}`, on: 'limited', shows: BUSY },

  { name: 'tx', at: `/tx/${SIGNATURE}`, on: 'data', shows: 'does not hold transactions' },
  { name: 'help', at: '/help', on: 'data', shows: 'What the six questions cannot tell' },
  { name: '404', at: '/nowhere', on: 'data', shows: 'There is no such page' },
  { name: '400, owner', at: '/owner/short?limit=7', on: 'data', shows: 'This link cannot be read', quick: true },
  { name: '400, account', at: '/account/short', on: 'data', shows: 'This link cannot be read' },
  {
    name: '400, filter',
    at: `${owner}?filterOffset=-1&filterFormat=hex&filterBytes=abc&sliceLength=0`,
    on: 'data',
    shows: 'This cannot be sent',
  },
  { name: '400, network', at: '/latest?cluster=nowhere', on: 'data', shows: 'This link cannot be read' },
]
