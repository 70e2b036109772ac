import 'server-only'
import type { Answer } from '../../api/answer'
import { isProblem, type Problem } from '../../api/problem'
import { toProblem } from '../../api/rpc-problem'
import type { SlotReset } from '../../api/status'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { isRpcError } from '../../protocol/rpc/failure'
import { canonicalKey } from '../../protocol/rpc/json'
import type { MethodName } from '../../protocol/rpc/methods'
import { type Indexer, indexersOf, type Network, planOf } from '../networks/networks'
import { answeredBy, forgetShown } from './answered-by'
import { expiryTimes, freshnessOf } from './freshness'
import { Memory, type StaleReason } from './memory'

export type Outcome<M extends MethodName> =
  | { ok: true; answer: Answer<M>; fetchedMs: number }
  | { ok: false; problem: Problem }

/* The probe and cached answers detect a reset separately; it is reported once. facts/reliability.md (b), "slot goes back". */

const resets = once('slot resets', () => new Map<string, SlotReset>())

/** @param higherAt when the higher slot was last seen (ISO 8601 UTC): a reset recorded since then is the same one */
export function noteReset(indexer: string, reset: SlotReset, higherAt: string): void {
  const last = lastReset(indexer)
  if (last && last.at >= higherAt) return
  forgetShown(indexer)
  resets().set(indexer, reset)
  log('warn', 'chain view was reset', { upstream: indexer, from: reset.from, to: reset.to })
}

export function lastReset(indexer: string): SlotReset | null {
  return resets().get(indexer) ?? null
}

export const memory = once('memory', () => new Memory(troubleOf, noteReset))

/** Errors that count as answers: an older answer must not replace them. facts/reliability.md (b), "never stale". */
const ANSWERS = new Set<Problem['code']>(['invalid_params', 'not_found', 'indexer_behind'])

function troubleOf(error: unknown): StaleReason | null {
  const problem = problemOf(error)
  if (!problem) return { reason: 'internal_error', retryAfterMs: null }
  return ANSWERS.has(problem.code) ? null : { reason: problem.code, retryAfterMs: problem.retryAfterMs ?? null }
}

function problemOf(error: unknown): Problem | null {
  if (isProblem(error)) return error.problem
  return isRpcError(error) ? toProblem(error.failure) : null
}

const WEIGHT = 500

export function askKey(who: string, method: string, params: object): string {
  return canonicalKey('ask', who, method, params)
}

/** Updates the cached slot from any answer, which saves calls of getIndexerSlot. facts/reliability.md (b). */
export function noteSlot(
  indexer: Indexer,
  result: unknown,
  fetched: { fetchedAt: string; fetchedMs: number },
  isPreferred: boolean,
): void {
  const slot = slotOf(result)
  if (slot === null || slot < (knownSlot(indexer) ?? 0)) return
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
  const ages = expiryTimes(
    freshnessOf('getIndexerSlot', {}, slot),
    clock().monotonic(),
    planOf(indexer)?.freshnessFactor,
  )
  const keys = new Set([slotKey(label), ...(isPreferred ? [slotKey(network.name)] : [])])
  for (const key of keys) memory().remember(key, label, { value, weight: WEIGHT, slot, ...ages })
}

export function knownSlot(indexer: Indexer): number | null {
  return memory().slotOf(slotKey(indexer.label))
}

/** Monotonic milliseconds; null: no slot is cached. */
export function slotReceivedAt(indexer: Indexer): number | null {
  const known = memory().remembered<Outcome<'getIndexerSlot'>>(slotKey(indexer.label))
  return known?.ok ? known.fetchedMs : null
}

export function highestSlot(network: Network): number | null {
  const known = indexersOf(network).flatMap((indexer) => knownSlot(indexer) ?? [])
  return known.length === 0 ? null : Math.max(...known)
}

function slotKey(who: string): string {
  return askKey(who, 'getIndexerSlot', {})
}

export function slotOf(result: unknown): number | null {
  if (typeof result === 'number') return result
  const context = memberOf(result, 'context')
  const slot = memberOf(context, 'slot')
  return typeof slot === 'number' ? slot : null
}

export function memberOf(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && name in of ? (of as Record<string, unknown>)[name] : undefined
}
