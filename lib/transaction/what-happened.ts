import 'server-only'
import { problem } from '../api/problem'
import { asResult } from '../api/result'
import { clock } from '../platform/clock'
import { errorClass, log } from '../platform/log'
import { once } from '../platform/once'
import { loopTurn } from '../platform/turns'
import { chainOf, isForCrawler } from '../upstream/chain/node'
import type { Network } from '../upstream/networks/networks'
import type { HappenedAnswer } from './happened'
import { keepProblem, keptOf, keyOf } from './kept'
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
/** At least, after a failure. A node may get a transaction later than the indexer. */
const FAILED_MS = 30_000

const state = once('transactions of lists', () => ({
  lanes: Array.from({ length: AT_ONCE }, () => Promise.resolve()),
  begunMs: [] as number[],
  /** When transactions that wait or are being read were last asked for. */
  askedMs: new Map<string, number>(),
}))

/** True where reading is free, or where half of the nodes' plan is unused. */
export function readsUnasked(network: Network): boolean {
  const chain = chainOf(network)
  return chain?.nodes.every(({ endpoint, plan }) => !chain.isApart || endpoint.loopback || plan?.wasHalfUnused) ?? false
}

/**
 * What is known at once; null without a chain node.
 * @param begin when to read as many of the others as there is room for, for a later request
 */
export async function whatHappened(
  network: Network,
  signatures: readonly string[],
  begin: 'always' | 'automatic' | 'never' = 'never',
): Promise<HappenedAnswer | null> {
  if (!chainOf(network)) return null
  const { askedMs } = state()
  const automatic = readsUnasked(network)
  const begins = begin === 'always' || (begin === 'automatic' && automatic)
  const result: HappenedAnswer['result'] = []
  let waiting = 0
  let room = begins && !isForCrawler() ? MAX_BEGUN : 0
  for (const signature of signatures) {
    await loopTurn()
    const key = keyOf(network, signature)
    const now = clock().monotonic()
    const { description, problem, readAgainAt = 0 } = keptOf(network, signature) ?? {}
    const notDueMs = readAgainAt - now
    if (askedMs.has(key)) askedMs.set(key, now)
    else if (room > 0 && notDueMs <= 0 && fullForMs(now) === 0) {
      room--
      beginToRead(network, signature, key, now)
    }
    const waitMs = askedMs.has(key) ? 0 : Math.max(notDueMs, fullForMs(now, notDueMs > 0 ? 0 : waiting++))
    const retry = Number.isFinite(waitMs) && { retryAfterMs: Math.max(PENDING_MS, Math.ceil(waitMs)) }
    if (description) result.push({ signature, state: 'described', description, ...retry })
    else if (problem && notDueMs > 0) result.push({ signature, state: 'failed', problem, ...retry })
    else if (begins || askedMs.has(key)) result.push({ signature, state: 'pending', ...retry })
    else result.push({ signature, state: 'unread' })
  }
  const complete = result.every(({ state }) => state === 'described')
  return { result, meta: { network: network.name, complete, automatic } }
}

/** Milliseconds until one more may begin, after `others`. */
function fullForMs(now: number, others = 0): number {
  const { begunMs } = state()
  while (begunMs[0] !== undefined && begunMs[0] <= now - MINUTE_MS) begunMs.shift()
  const next = begunMs[begunMs.length + others - MAX_A_MINUTE]
  return next === undefined ? 0 : next + MINUTE_MS - now
}

function beginToRead(network: Network, signature: string, key: string, now: number): void {
  const { lanes, begunMs, askedMs } = state()
  const lane = begunMs.push(now) % AT_ONCE
  askedMs.set(key, now)
  lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(async () => {
    if (clock().monotonic() - (askedMs.get(key) ?? now) < ABANDONED_MS) await read(network, signature)
    askedMs.delete(key)
  })
}

/** Never rejects. */
async function read(network: Network, signature: string): Promise<void> {
  const deadline = clock().monotonic() + TOTAL_MS
  const outcome = await asResult(transactionDetails(network, signature, deadline, 'export')).catch((error: unknown) => {
    log('error', 'a transaction cannot be described', { error: errorClass(error) })
    return { ok: false, problem: problem('internal_error', 'The explorer could not read this transaction.') } as const
  })
  if (!outcome.ok) {
    keepProblem(network, signature, outcome.problem, Math.max(FAILED_MS, outcome.problem.retryAfterMs ?? 0))
  }
}
