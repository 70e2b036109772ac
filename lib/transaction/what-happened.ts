import 'server-only'
import { LRUCache } from 'lru-cache'
import { mintsOf } from '../account/mints/load-mints'
import { type Problem, problem } from '../api/problem'
import { asResult } from '../api/result'
import { clock } from '../platform/clock'
import { errorClass, log } from '../platform/log'
import { once } from '../platform/once'
import { loopTurn } from '../platform/turns'
import { knownProgram } from '../protocol/solana/known-programs'
import { chainOf, isForCrawler } from '../upstream/chain/node'
import type { Network } from '../upstream/networks/networks'
import type { Part } from './description/contract'
import { mintsIn } from './description/describe'
import type { Happened, HappenedAnswer, KeptHappened, SentenceTerms } from './happened'
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
/** At least, after a failure. A node may get a transaction later than the indexer. */
const FAILED_MS = 30_000

const MAX_FAILURES = 5_000

const state = once('transactions of lists', () => ({
  lanes: Array.from({ length: AT_ONCE }, () => Promise.resolve()),
  begunMs: [] as number[],
  /** When transactions that wait or are being read were last asked for. */
  askedMs: new Map<string, number>(),
  failures: new LRUCache<string, { problem: Problem; untilMs: number }>({ max: MAX_FAILURES }),
}))

/** True where reading is free, or where half of the nodes' plan is unused. */
export function readsUnasked(network: Network): boolean {
  const chain = chainOf(network)
  return chain?.nodes.every(({ endpoint, plan }) => !chain.isApart || endpoint.loopback || plan?.wasHalfUnused) ?? false
}

/** What is known at once. `begins`: as many of the others as there is room for are read, for a later request. */
export async function whatHappened(
  network: Network,
  signatures: readonly string[],
  begins: boolean,
): Promise<HappenedAnswer['result']> {
  const { askedMs, failures } = state()
  const items: HappenedAnswer['result'] = []
  let room = begins && !isForCrawler() ? MAX_BEGUN : 0
  for (const signature of signatures) {
    await loopTurn()
    const key = keyOf(network, signature)
    const now = clock().monotonic()
    const kept = keptDescription(network, signature)
    const failure = failures.get(key)
    const notDueMs = Math.max(kept?.readAgainAt ?? 0, failure?.untilMs ?? 0) - now
    if (askedMs.has(key)) askedMs.set(key, now)
    else if (room > 0 && notDueMs <= 0 && fullForMs(now) === 0) {
      room--
      begin(network, signature, key, now)
    }
    const waitMs = askedMs.has(key) ? 0 : Math.max(notDueMs, fullForMs(now))
    const retry = Number.isFinite(waitMs) && { retryAfterMs: Math.max(PENDING_MS, Math.ceil(waitMs)) }
    if (kept) items.push({ signature, ...(await described(network, kept)), ...retry })
    else if (!askedMs.has(key) && failure && notDueMs > 0)
      items.push({ signature, state: 'failed', problem: failure.problem, ...retry })
    else if (begins || askedMs.has(key)) items.push({ signature, state: 'pending', ...retry })
    else items.push({ signature, state: 'unread' })
  }
  return items
}

/** Issuers choose symbols: these characters cannot pass for others, or for words of ours. */
const SYMBOL = /^[A-Za-z0-9.$-]{1,10}$/

export function sentenceTerms(parts: readonly Part[], infos: SentenceTerms['mints']): SentenceTerms {
  const mints: Record<string, SentenceTerms['mints'][string]> = {}
  for (const [mint, { decimals, symbol }] of Object.entries(infos)) {
    mints[mint] = { decimals, symbol: SYMBOL.test(symbol ?? '') ? symbol : null }
  }
  const programs: Record<string, string> = {}
  for (const part of parts) {
    const name = part.type === 'identifier' && part.what === 'program' && knownProgram(part.text)?.name
    if (name) programs[part.text] = name
  }
  return { mints, programs }
}

async function described(network: Network, { description, decimals }: KeptDescription): Promise<Happened> {
  // 0: what is remembered, without a call.
  const { mints: known } = await mintsOf(network, Object.keys(decimals), 0)
  const infos: Record<string, SentenceTerms['mints'][string]> = {}
  for (const mint of mintsIn(description)) {
    const digits = decimals[mint]
    if (digits !== undefined) infos[mint] = { decimals: digits, symbol: known[mint]?.symbol ?? null }
  }
  const parts = description.clauses.flatMap((clause) => clause.parts)
  return { state: 'described', description, ...sentenceTerms(parts, infos) }
}

/** Milliseconds until one more may begin. */
function fullForMs(now: number): number {
  const { begunMs } = state()
  while (begunMs[0] !== undefined && begunMs[0] <= now - MINUTE_MS) begunMs.shift()
  return begunMs.length < MAX_A_MINUTE ? 0 : (begunMs[0] ?? 0) + MINUTE_MS - now
}

function begin(network: Network, signature: string, key: string, now: number): void {
  const { lanes, begunMs, askedMs } = state()
  const lane = begunMs.push(now) % AT_ONCE
  askedMs.set(key, now)
  lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(async () => {
    if (clock().monotonic() - (askedMs.get(key) ?? now) < ABANDONED_MS) await read(network, signature, key)
    askedMs.delete(key)
  })
}

/** Never rejects. */
async function read(network: Network, signature: string, key: string): Promise<void> {
  const { failures } = state()
  const deadline = clock().monotonic() + TOTAL_MS
  const outcome = await asResult(transactionDetails(network, signature, deadline, 'export')).catch((error: unknown) => {
    log('error', 'a transaction cannot be described', { error: errorClass(error) })
    return { ok: false, problem: problem('internal_error', 'The explorer could not read this transaction.') } as const
  })
  failures.delete(key)
  if (outcome.ok) return
  if (outcome.problem.code === 'transaction_unknown') forgetDescription(network, signature)
  const untilMs = clock().monotonic() + Math.max(FAILED_MS, outcome.problem.retryAfterMs ?? 0)
  failures.set(key, { problem: outcome.problem, untilMs })
}

/** What is kept, without a call. null: no chain node. */
export async function keptHappened(network: Network, signatures: readonly string[]): Promise<KeptHappened | null> {
  if (!chainOf(network)) return null
  const items = await whatHappened(network, [...new Set(signatures)], false)
  return {
    items: Object.fromEntries(items.map(({ signature, ...happened }) => [signature, happened])),
    automatic: readsUnasked(network),
    network: network.name,
    cluster: network.isDefault ? undefined : network.name,
  }
}
