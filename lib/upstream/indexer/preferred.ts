import 'server-only'
import { VERDICT_FACTS } from '../../api/verdicts'
import { once } from '../../platform/once'
import { slotKnown } from '../cache/cache'
import type { Trouble } from '../cache/memory'
import { type Indexer, indexersOf, type Network } from '../networks/networks'
import { troubleWith, upstreamOf } from './guards'

/*
 * Which indexer of a network a question goes to: the one with the best verdict, and among equals the one that answered last,
 * so that readers do not go to and fro between slots. A process begins with the first one.
 */

/** The indexer of each network that answered last. */
const lastUsed = once('last used indexers', () => new WeakMap<Network, Indexer>())

/** What is known against a call comes before every verdict: that takes three checks. */
const IN_TROUBLE = 100

/** And one that is too low cannot answer. */
const TOO_LOW = 1_000

/** What a question asks of the indexer that it goes to. */
export interface Wanted {
  /** Number of the one that a place in a list is in: it is asked before all others. */
  place?: number | null | undefined
  /** One that is known to have reached this slot goes before those that are not. */
  minSlot?: number | null
}

/** The indexer of a network that a question is asked of. @param minSlot one that is known to have reached it goes first */
export function preferredIndexer(network: Network, minSlot: number | null = null): Indexer {
  return indexersInTurn(network, { minSlot })[0]
}

/** The indexers of a network in the order in which they are asked. */
export function indexersInTurn(
  network: Network,
  { place = null, minSlot = null }: Wanted = {},
): readonly [Indexer, ...Indexer[]] {
  const all = indexersOf(network)
  if (all.length === 1) return all
  const used = lastUsed().get(network)
  const turn = (indexer: Indexer) => {
    if (indexer.number === place) return -1
    const isLow = minSlot !== null && (slotKnown(indexer) ?? -1) < minSlot
    return 2 * (rankOf(indexer) + (isLow ? TOO_LOW : 0)) + Number(indexer !== used)
  }
  return [...all].sort((a, b) => turn(a) - turn(b)) as [Indexer, ...Indexer[]]
}

/** Notes that an indexer answered: the next question goes to it while none is better. */
export function noteUsed(indexer: Indexer): void {
  lastUsed().set(indexer.network, indexer)
}

/** What is known to be wrong with all indexers of a network, without asking them; null where one of them may answer. */
export function troubleWithAll(network: Network): Trouble | null {
  const troubles = indexersOf(network).map((indexer) => troubleWith(upstreamOf(indexer)))
  if (troubles.includes(null)) return null
  const known = troubles.filter((trouble) => trouble !== null)
  const pause = ({ retryAfterMs }: Trouble) => retryAfterMs ?? 0
  return known.reduce((least, next) => (pause(next) < pause(least) ? next : least))
}

/** The higher, the worse. One that was not checked yet counts as well. */
function rankOf(indexer: Indexer): number {
  const upstream = upstreamOf(indexer)
  const severity = upstream.verdict === null ? 0 : VERDICT_FACTS[upstream.verdict].severity
  return severity + (troubleWith(upstream) ? IN_TROUBLE : 0)
}

/** Calls a second that the plan of a network's indexer allows at present; null: INDEXER_RATE sets none. */
export function allowedCallsPerSecond(network: Network): number | null {
  return upstreamOf(preferredIndexer(network)).plan?.rate ?? null
}
