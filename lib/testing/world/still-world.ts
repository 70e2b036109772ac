import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { IndexerStatus } from '@/lib/api/status'
import { once } from '@/lib/platform/once'
import { gameAccounts, IDL, PROGRAM } from '../idl/made-program'
import { FAULTS } from '../stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts, STILL_TIME } from '../stand-in/fixtures'
import type { StandIn, StandInData } from '../stand-in/stand-in'
import { StandInServer } from '../stand-in/stand-in-server'
import { makeTokenRow } from '../token-rows'
import { trueAccount, trueTokenAccount } from '../true-rows'
import { type ClockedExplorer, startExplorer } from './explorer'
import { SITE } from './site'

/* Each state is its own network, so that pauses and breakers do not interact; the clock is moved to reach slow states. */

export const OWNER = addressOf('owner')
export const TINY = addressOf('owner of three')
export const SIXTY = addressOf('owner of sixty')
export const DELEGATE = addressOf('delegate')
export const MINT = addressOf('mint')
export const NOBODY = addressOf('nobody')
export const LIVE = hashOf('a live account')
export const CONSUMED = hashOf('a consumed account')
const tinyAccounts = makeAccounts(TINY, 3, 'tiny').map(trueAccount)
export const WITH_ROW = tinyAccounts[0]?.hash ?? ''

const NEWEST = 418_890_000

const latest = makeSignatures(60, NEWEST, STILL_TIME)
const [newest] = latest
if (!newest) throw new Error('there are no signatures')

const STEP_MS = 5_000
const STEPS = 24
/** Slots per step, in turn: 2.5 a second. */
const STEP_SLOTS = [12, 13]

/** Milliseconds since the epoch. */
export const STARTS_AT = newest.blockTime * 1_000
export const STILL_AT = STARTS_AT + STEPS * STEP_MS

const CACHED = [
  '/',
  `/owner/${OWNER}?limit=10`,
  `/delegate/${DELEGATE}?limit=10`,
  `/wallet/${OWNER}?limit=10`,
  `/mint/${MINT}`,
  `/account/${LIVE}`,
  '/latest?limit=10',
]

const NETWORKS = {
  data: {},
  empty: { accounts: [], tokenAccounts: [], latest: [], signatures: {} },
  failed: {},
  limited: {},
  /** Has answered, then died: everything is a cached copy. */
  stale: {},
  'stale-limited': {},
  /** Photon's paging: rows are known to be missing. */
  incomplete: { paging: 'defect' },
  /** Opaque cursors and small portions: completeness is unknown. */
  unproven: { paging: 'opaque', maxAnswerChars: 15_000 },
  /** The middle one of TINY's rows has a lamport too many. */
  lying: {},
  behind: { lag: 57 },
  frozen: {},
  reset: {},
  silent: {},
  refusing: {},
  /** Only the probe calls it, so that its status page counts no reader's calls. */
  steady: {},
} as const satisfies Record<string, Partial<StandInData>>

export type StillNetwork = keyof typeof NETWORKS

const BY_OWNER = 'getCompressedAccountsByOwner'
const NO_OWNER = '1'.repeat(32)

const REACHED: Partial<Record<StillNetwork, Partial<IndexerStatus>>> = {
  data: { verdict: 'ok' },
  empty: { verdict: 'ok' },
  failed: { verdict: 'unreachable' },
  limited: { verdict: 'limited' },
  stale: { verdict: 'unreachable' },
  'stale-limited': { verdict: 'limited' },
  behind: { verdict: 'behind' },
  frozen: { verdict: 'frozen' },
}

export class StillWorld {
  private constructor(
    private readonly explorer: ClockedExplorer,
    private readonly indexers: ReadonlyMap<StillNetwork, StandIn>,
    private readonly server: StandInServer,
    private readonly idls: string,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<StillWorld> {
    const server = await new StandInServer().start()
    const indexers = new Map<StillNetwork, StandIn>()
    for (const [name, more] of Object.entries(NETWORKS) as [StillNetwork, Partial<StandInData>][]) {
      indexers.set(name, server.add(name, { ...data(), ...more }))
    }
    const on = (name: StillNetwork) => indexerIn(indexers, name)
    const { data: lies } = on('lying')
    lies.accounts = lies.accounts.map((row) =>
      row.hash === tinyAccounts[1]?.hash ? { ...row, lamports: row.lamports + 1n } : row,
    )
    on('failed').fail(FAULTS.serverError)
    on('limited').fail(FAULTS.rateLimited('3600'))
    on('refusing').fail({ kind: 'error', code: -32602, message: 'Invalid params' }, { methods: [BY_OWNER] })
    // Time stops while a page is opened: a check's own request that hung would never end.
    on('silent').fail(FAULTS.hang, { methods: [BY_OWNER], only: ({ owner }) => owner !== NO_OWNER })
    const idls = mkdtempSync(path.join(os.tmpdir(), 'leafscan-idls-'))
    writeFileSync(path.join(idls, `${PROGRAM}.json`), IDL)
    const urls = [...indexers].map(([name, { url }]) => `${name}=${url}`)
    const explorer = await startExplorer(
      { stillAt: STARTS_AT },
      { INDEXER_PATH: 'method', INDEXER_URL: urls.join(','), SITE_URL: SITE, IDL_DIR: idls, ...env },
    )
    const world = new StillWorld(explorer, indexers, server, idls)
    await world.#leadThere()
    return world
  }

  get url(): string {
    return this.explorer.url
  }

  output(): string {
    return this.explorer.output()
  }

  async stop(): Promise<void> {
    await this.explorer.stop()
    await this.server.stop()
    rmSync(this.idls, { recursive: true })
  }

  async #leadThere(): Promise<void> {
    const on = (name: StillNetwork) => indexerIn(this.indexers, name)
    await this.#checked(STARTS_AT)
    for (let step = 0; step < STEPS; step++) {
      if (step === 4) {
        for (const path of CACHED) await this.#read(path, 'stale')
        await this.#read(`/owner/${OWNER}?limit=10`, 'stale-limited')
        await this.#read('/latest?limit=10', 'reset')
        on('stale').fail(FAULTS.reset)
        on('stale-limited').fail(FAULTS.rateLimited('3600'))
      }
      if (step === 12) on('reset').data.slot -= 5_000
      for (const [name, { data }] of this.indexers) {
        if (name !== 'frozen') data.slot += STEP_SLOTS[step % STEP_SLOTS.length] ?? 0
      }
      await this.explorer.send({ do: 'advance', ms: STEP_MS })
      await this.#checked(STARTS_AT + (step + 1) * STEP_MS)
    }
    for (const [name, wanted] of Object.entries(REACHED)) {
      const { verdict } = await this.#status(name)
      if (verdict !== wanted.verdict) throw new Error(`${name} is ${verdict}, not ${wanted.verdict}`)
    }
    // Counts on status pages must not depend on which pages were opened before.
    for (const name of ['behind', 'frozen'] as const) await this.#read(`/owner/${TINY}`, name)
    // Failed requests open the breaker: from then on none is sent, and every page shows the next attempt.
    for (const path of [...CACHED, ...CACHED]) await this.#read(path, 'failed')
    // The first reader of an old copy gets it without a remark while it is refreshed.
    for (const path of CACHED) await this.#read(path, 'stale')
    await this.#read(`/owner/${OWNER}?limit=10`, 'stale-limited')
  }

  async #read(path: string, on: StillNetwork): Promise<void> {
    await (await fetch(`${this.url}${path}${path.includes('?') ? '&' : '?'}cluster=${on}`)).text()
  }

  async #checked(atMs: number): Promise<void> {
    const at = new Date(atMs).toISOString()
    for (const name of this.indexers.keys()) {
      while ((await this.#status(name)).checkedAt !== at) await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  async #status(name: string): Promise<IndexerStatus> {
    return (await fetch(`${this.url}/api/v1/status?cluster=${name}`)).json()
  }
}

/** Computing the hashes takes most of a second. */
const rows = once('rows of the still world', () => ({
  accounts: [
    ...makeAccounts(OWNER, 1_400).map(trueAccount),
    ...tinyAccounts,
    ...gameAccounts(4),
    ...makeAccounts(SIXTY, 60).map(trueAccount),
    ...[1n, 2n ** 63n].map((amount) =>
      trueAccount(makeTokenRow({ name: `holds ${amount}`, mint: MINT, amount }).account),
    ),
  ],
  tokenAccounts: makeTokenAccounts(DELEGATE, 12).map(trueTokenAccount),
}))

function data(): Partial<StandInData> {
  return {
    slot: NEWEST + 2,
    accounts: rows().accounts,
    tokenAccounts: rows().tokenAccounts,
    latest,
    signatures: {
      [LIVE]: latest.slice(3, 4),
      [WITH_ROW]: latest.slice(4, 5),
      [CONSUMED]: latest.slice(1, 3),
    },
  }
}

function indexerIn(indexers: ReadonlyMap<StillNetwork, StandIn>, name: StillNetwork): StandIn {
  const indexer = indexers.get(name)
  if (!indexer) throw new Error(`no indexer is called ${name}`)
  return indexer
}
