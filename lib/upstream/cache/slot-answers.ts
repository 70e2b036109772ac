import 'server-only'
import type { Answer } from '../../api/answer'
import { clock } from '../../platform/clock'
import { keyOf } from '../../protocol/rpc/canonical-key'
import { type Indexer, indexersOf, type Network, planOf } from '../networks/networks'
import { answeredBy } from './answered-by'
import { memory } from './cache'
import { agesOf, freshnessOf } from './freshness'
import type { Outcome } from './outcome'

/** Bytes that the answer takes, roughly. */
const WEIGHT = 500

/** The key of a question in the memory, to a network or to one indexer by its label; `params` with their defaults. */
export function askKey(who: string, method: string, params: object): string {
  return keyOf('ask', who, method, params)
}

/** When an answer came: ISO 8601 UTC to show, monotonic milliseconds to compute ages with. */
interface Fetched {
  fetchedAt: string
  fetchedMs: number
}

/**
 * Every answer tells the indexer's slot: it renews the remembered one for free, so that nobody has to ask for it. A
 * lower slot than the remembered one is left to the question itself. facts/reliability.md (b), "scale to the plan".
 * @param isPreferred true for the indexer that questions to its network go to: its slot is what they are answered.
 */
export function noteSlot(indexer: Indexer, result: unknown, fetched: Fetched, isPreferred: boolean): void {
  const slot = slotOf(result)
  if (slot === null || slot < (slotKnown(indexer) ?? 0)) return
  const { network, label } = indexer
  const answer: Answer<'getIndexerSlot'> = {
    result: slot,
    meta: {
      slot,
      fetchedAt: fetched.fetchedAt,
      state: 'fresh',
      complete: null,
      network: network.name,
      ...(isPreferred && answeredBy(indexer, slot)),
    },
  }
  const value: Outcome<'getIndexerSlot'> = { ok: true, answer, fetchedMs: fetched.fetchedMs }
  const ages = agesOf(freshnessOf('getIndexerSlot', {}, slot), clock().monotonic(), planOf(indexer)?.freshnessFactor)
  const keys = new Set([slotKey(label), ...(isPreferred ? [slotKey(network.name)] : [])])
  for (const key of keys) memory().remember(key, label, { value, weight: WEIGHT, slot, ...ages })
}

/** The slot that is remembered of an indexer, of any age; null: none. */
export function slotKnown(indexer: Indexer): number | null {
  return memory().slotOf(slotKey(indexer.label))
}

/** When the slot of an indexer was last received, monotonic milliseconds; null where that is long ago. */
export function slotReceivedAt(indexer: Indexer): number | null {
  const known = memory().remembered<Outcome<'getIndexerSlot'>>(slotKey(indexer.label))
  return known?.ok ? known.fetchedMs : null
}

/** The highest slot that an indexer of a network is known at; null: none is known. */
export function highestSlot(network: Network): number | null {
  const known = indexersOf(network).flatMap((indexer) => slotKnown(indexer) ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

function slotKey(who: string): string {
  return askKey(who, 'getIndexerSlot', {})
}

/** Slot an answer was produced at: its context's, or the answer itself where that is a slot; null where it has none. */
export function slotOf(result: unknown): number | null {
  if (typeof result === 'number') return result
  const context = memberOf(result, 'context')
  const slot = memberOf(context, 'slot')
  return typeof slot === 'number' ? slot : null
}

function memberOf(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && name in of ? (of as Record<string, unknown>)[name] : undefined
}
