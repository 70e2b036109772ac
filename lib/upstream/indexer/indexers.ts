import 'server-only'
import { toProblem } from '../../api/rpc-problem'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { once } from '../../platform/once'
import { knownSlot } from '../cache/cache'
import type { StaleReason } from '../cache/memory'
import { type Indexer, indexersOf, type Network, planOf } from '../networks/networks'
import { CallCounts } from './call-counts'
import { type CallGuards, newGuards } from './guarded-call'
import { RecentCalls } from './recent-calls'

export interface Upstream extends CallGuards {
  counts: CallCounts
  recent: RecentCalls
  /** Of the last check; null: none, or it got no slot. */
  slotTold: number | null
  verdict: Verdict | null
}

const upstreams = once('upstreams', () => new WeakMap<Indexer, Upstream>())

export function upstreamOf(indexer: Indexer): Upstream {
  const known = upstreams().get(indexer)
  if (known) return known
  const upstream: Upstream = {
    ...newGuards(indexer.label, planOf(indexer)),
    counts: new CallCounts(),
    recent: new RecentCalls(),
    slotTold: null,
    verdict: null,
  }
  upstreams().set(indexer, upstream)
  return upstream
}

export function troubleWith({ gate, breaker }: Upstream): StaleReason | null {
  const pause = gate.remainingMs()
  if (pause > 0) return { reason: 'upstream_rate_limited', retryAfterMs: pause }
  const known = breaker.trouble()
  return known && { reason: toProblem(known.cause).code, retryAfterMs: known.retryAfterMs }
}

/* Chooses the indexer with the best verdict; of equals the last used one, so that clients do not alternate between slots. */

const lastUsed = once('last used indexers', () => new WeakMap<Network, Indexer>())

/** Rank of an indexer that fails now: worse than any verdict, since verdicts take three checks to change. */
const IN_TROUBLE = 100

const TOO_LOW = 1_000

export interface IndexerPreference {
  /** Position of the indexer that a cursor belongs to, which is tried first. */
  place?: number | null | undefined
  minSlot?: number | null
}

export function preferredIndexer(network: Network, minSlot: number | null = null): Indexer {
  return indexersInTurn(network, { minSlot })[0]
}

export function indexersInTurn(
  network: Network,
  { place = null, minSlot = null }: IndexerPreference = {},
): readonly [Indexer, ...Indexer[]] {
  const all = indexersOf(network)
  if (all.length === 1) return all
  const used = lastUsed().get(network)
  const turn = (indexer: Indexer) => {
    if (indexer.number === place) return -1
    const isLow = minSlot !== null && (knownSlot(indexer) ?? -1) < minSlot
    return 2 * (rankOf(indexer) + (isLow ? TOO_LOW : 0)) + Number(indexer !== used)
  }
  return [...all].sort((a, b) => turn(a) - turn(b)) as [Indexer, ...Indexer[]]
}

export function noteUsed(indexer: Indexer): void {
  lastUsed().set(indexer.network, indexer)
}

export function troubleWithAll(network: Network): StaleReason | null {
  const troubles = indexersOf(network).map((indexer) => troubleWith(upstreamOf(indexer)))
  if (troubles.includes(null)) return null
  const known = troubles.filter((trouble) => trouble !== null)
  const pause = ({ retryAfterMs }: StaleReason) => retryAfterMs ?? 0
  return known.reduce((least, next) => (pause(next) < pause(least) ? next : least))
}

/** Higher is worse. Unchecked indexers count as ok. */
function rankOf(indexer: Indexer): number {
  const upstream = upstreamOf(indexer)
  const severity = upstream.verdict === null ? 0 : VERDICT_FACTS[upstream.verdict].severity
  return severity + (troubleWith(upstream) ? IN_TROUBLE : 0)
}

export function allowedCallsPerSecond(network: Network): number | null {
  return upstreamOf(preferredIndexer(network)).plan?.rate ?? null
}
