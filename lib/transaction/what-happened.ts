import 'server-only'
import { LRUCache } from 'lru-cache'
import { mintsOf } from '../account/mints/load-mints'
import { type Problem, problem } from '../api/problem'
import { asResult } from '../api/result'
import { clock } from '../platform/clock'
import { errorClass, log } from '../platform/log'
import { once } from '../platform/once'
import { loopTurn } from '../platform/turns'
import { chainOf, isForCrawler } from '../upstream/chain/node'
import type { Network } from '../upstream/networks/networks'
import { mintsIn } from './description/describe'
import type { Happened, HappenedItem, KeptHappened, SentenceMints } from './happened'
import { forgetDescription, type KeptDescription, keptDescription, keyOf } from './kept'
import { transactionDetails } from './load'

/* Transactions of lists, read slowly and for all readers together, at the lowest urgency. design.md 5. */

/** Begun by a request, and by all requests of a minute. */
const MAX_BEGUN = 10
const MAX_A_MINUTE = 60
const MINUTE_MS = 60_000

const AT_ONCE = 2

/** Milliseconds for a transaction; one that nobody asked for since is not begun. */
const TOTAL_MS = 8_000
const ABANDONED_MS = 5_000

const PENDING_MS = 1_000

/** Milliseconds before a failed one is tried again, doubled each time. A node may get a transaction later than the indexer. */
const AGAIN_MS = 5_000
const MAX_AGAIN_MS = 300_000

const MAX_FAILURES = 5_000

interface Reading {
  network: Network
  signature: string
  key: string
  askedMs: number
}

interface Failure {
  problem: Problem
  pauseMs: number
  untilMs: number
}

const state = once('transactions of lists', () => ({
  waiting: [] as Reading[],
  readings: new Map<string, Reading>(),
  underWay: 0,
  begunMs: [] as number[],
  failures: new LRUCache<string, Failure>({ max: MAX_FAILURES }),
}))

/** True where reading is free, or where half of the nodes' plan is unused. */
export function readsUnasked(network: Network): boolean {
  const nodes = chainOf(network)?.nodes ?? []
  return nodes.length > 0 && nodes.every(({ endpoint, plan }) => endpoint.loopback || plan?.isHalfUnused === true)
}

/** What is known at once. `begins`: as many of the others as there is room for are read, for a later request. */
export async function whatHappened(
  network: Network,
  signatures: readonly string[],
  begins: boolean,
): Promise<HappenedItem[]> {
  const items: HappenedItem[] = []
  let room = begins && !isForCrawler() ? MAX_BEGUN : 0
  for (const signature of signatures) {
    await loopTurn()
    const key = keyOf(network, signature)
    const { readings, failures } = state()
    const kept = keptDescription(network, signature)
    const now = clock().monotonic()
    const reading = readings.get(key)
    const failure = failures.get(key)
    if (reading) reading.askedMs = now
    else if (room > 0 && Math.max(kept?.readAgainAt ?? 0, failure?.untilMs ?? 0) <= now && fullForMs(now) === 0) {
      room--
      begin({ network, signature, key, askedMs: now })
    }
    items.push({ signature, ...(kept ? await described(network, kept) : notDescribed(key, now, begins)) })
  }
  return items
}

function notDescribed(key: string, now: number, begins: boolean): Happened {
  const failure = state().failures.get(key)
  if (state().readings.has(key)) return { state: 'pending', retryAfterMs: PENDING_MS }
  if (failure && failure.untilMs > now) {
    return { state: 'failed', problem: { ...failure.problem, retryAfterMs: Math.ceil(failure.untilMs - now) } }
  }
  if (!begins) return { state: 'unread' }
  return { state: 'pending', retryAfterMs: Math.max(PENDING_MS, Math.ceil(fullForMs(now))) }
}

/** Issuers choose symbols: these characters cannot pass for others, or for words of ours. */
const SYMBOL = /^[A-Za-z0-9.$-]{1,10}$/

async function described(network: Network, { description, final, decimals }: KeptDescription): Promise<Happened> {
  // 0: what is remembered, without a call.
  const { mints: known } = await mintsOf(network, Object.keys(decimals), 0)
  const mints = mintsIn(description).flatMap((mint): [string, SentenceMints[string]][] => {
    const symbol = known[mint]?.symbol ?? ''
    const digits = decimals[mint]
    return digits === undefined ? [] : [[mint, { decimals: digits, symbol: SYMBOL.test(symbol) ? symbol : null }]]
  })
  return { state: 'described', final, description, mints: Object.fromEntries(mints) }
}

/** Milliseconds until one more may begin. */
function fullForMs(now: number): number {
  const { begunMs } = state()
  while (begunMs[0] !== undefined && begunMs[0] <= now - MINUTE_MS) begunMs.shift()
  return begunMs.length < MAX_A_MINUTE ? 0 : (begunMs[0] ?? 0) + MINUTE_MS - now
}

function begin(reading: Reading): void {
  const { waiting, readings, begunMs } = state()
  begunMs.push(reading.askedMs)
  readings.set(reading.key, reading)
  waiting.push(reading)
  void readOn()
}

async function readOn(): Promise<void> {
  const work = state()
  const next = work.underWay < AT_ONCE ? work.waiting.shift() : undefined
  if (!next) return
  work.underWay++
  if (clock().monotonic() - next.askedMs < ABANDONED_MS) await read(next)
  work.readings.delete(next.key)
  work.underWay--
  void readOn()
}

/** Never rejects. */
async function read({ network, signature, key }: Reading): Promise<void> {
  const { failures } = state()
  const deadline = clock().monotonic() + TOTAL_MS
  const outcome = await asResult(transactionDetails(network, signature, deadline, 'export')).catch((error: unknown) => {
    log('error', 'a transaction cannot be described', { error: errorClass(error) })
    return { ok: false, problem: problem('internal_error', 'The explorer could not read this transaction.') } as const
  })
  if (outcome.ok) {
    failures.delete(key)
    return
  }
  if (outcome.problem.code === 'transaction_unknown') forgetDescription(network, signature)
  const doubled = Math.min(MAX_AGAIN_MS, 2 * (failures.get(key)?.pauseMs ?? AGAIN_MS / 2))
  const pauseMs = Math.max(doubled, outcome.problem.retryAfterMs ?? 0)
  failures.set(key, { problem: outcome.problem, pauseMs: doubled, untilMs: clock().monotonic() + pauseMs })
}

/** What is kept, without a call; of signatures without an item nothing is. null: no chain node. */
export async function keptHappened(network: Network, signatures: readonly string[]): Promise<KeptHappened | null> {
  if (!chainOf(network)) return null
  const items = await whatHappened(network, [...new Set(signatures)], false)
  return {
    items: Object.fromEntries(
      items.flatMap(({ signature, ...happened }) => (happened.state === 'described' ? [[signature, happened]] : [])),
    ),
    automatic: readsUnasked(network),
  }
}
