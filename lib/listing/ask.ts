import 'server-only'
import type { Answer } from '../api/answer'
import { invalidParams, ProblemError } from '../api/problem'
import type { RequestParams } from '../api/request-params'
import { DEFAULT_LIMIT } from '../page/address'
import { clock } from '../platform/clock'
import { isListMethod, type ListMethod, type MethodName, type Params } from '../protocol/rpc/methods'
import { limits } from '../rpc-client/limits'
import type { RequestClass } from '../rpc-client/urgency'
import {
  answerFromOutcome,
  answerTo,
  askOnce,
  checkedRequest,
  MEMORY_FACTOR,
  type PreparedRequest,
  prepareAnswer,
  preparedRequest,
} from '../upstream/ask'
import { answeredBy } from '../upstream/cache/answered-by'
import { askKey, highestSlot } from '../upstream/cache/cache'
import { noteListed } from '../upstream/cache/listed-signatures'
import type { LoadPlan } from '../upstream/cache/memory'
import type { Network } from '../upstream/networks/networks'
import type { Sort } from './address/columns'
import { assertSlotReached } from './cursor/cursor'
import { type PagePlace, readPlace, sortOf } from './cursor/place'
import { HEAP_BYTES_PER_TEXT_BYTE } from './read/chunk'
import { pageFromAnyIndexer } from './read/page-from-any-indexer'

/**
 * Runs one operation on a network's indexer: validated, shared by concurrent callers, cached by its ages (freshness.ts). Takes
 * up to 8 s plus the wait for `minSlot`. Equal answers are one object: never change them.
 * @param slotUntil monotonic milliseconds until which `minSlot` is awaited; 5 s when absent
 * @throws ProblemError for every fault that an indexer can cause
 */
export async function ask<M extends MethodName>(
  network: Network,
  method: M,
  params: RequestParams<M>,
  by: RequestClass = 'interactive',
  slotUntil?: number,
): Promise<Answer<M>> {
  const { answer } = await answerTo(prepareRequest(network, method, params), by, slotUntil)
  return answer
}

/** Makes no upstream call. @throws ProblemError invalid_params */
export function prepareRequest<M extends MethodName>(
  network: Network,
  method: M,
  given: RequestParams<M>,
): PreparedRequest<M> {
  const { params, sort, minSlot, created } = checkedRequest(method, given)
  const by = sortOf(method, sort, created)
  if (!isListMethod(method)) return prepareAnswer(network, method, given)
  const withDefaults = { limit: DEFAULT_LIMIT, ...params }
  const load = takePage(network, method, withDefaults as Params<ListMethod>, by)
  const key = askKey(network.name, method, by ? { ...withDefaults, ...by } : withDefaults)
  return preparedRequest(network, method, key, load as PreparedRequest<M>['load'], minSlot)
}

/** The cursor is read first, so that an invalid one costs no upstream call. */
function takePage<M extends ListMethod>(network: Network, method: M, params: Params<M>, sort: Sort | null) {
  const place = readPlace(network, method, params, sort)
  const limit = params.limit ?? DEFAULT_LIMIT
  if (limit < 1) throw new ProblemError(invalidParams([{ name: 'limit', message: 'must be at least 1' }]))
  return ({ urgency, cold, minSlot }: LoadPlan) => {
    return answerFromOutcome<M>(network, minSlot, async () => {
      await assertPlaceReached(network, place.cursor)
      const deadline = clock().monotonic() + limits().totalMs
      // If an older page can be shown instead, this one must have new rows.
      const patienceMs = cold ? limits().patienceMs : null
      const call = { deadline, urgency, patienceMs, minSlot }
      const page = await pageFromAnyIndexer(network, method, params, place, limit, call)
      const { result, meta, fetchedMs, indexer, ...landed } = page
      noteListed(network.name, method, result)
      const who = answeredBy(indexer, meta.slot)
      const answer: Answer<M> = { result, meta: { ...meta, state: 'fresh', network: network.name, ...who } }
      const weight = (landed.weight * MEMORY_FACTOR) / HEAP_BYTES_PER_TEXT_BYTE
      return { ...landed, source: indexer.label, value: { ok: true, answer, fetchedMs }, slot: meta.slot, weight }
    })
  }
}

/** Rejects a place that we did not sign until the indexer has reached its slot. @throws ProblemError */
export async function assertPlaceReached(network: Network, cursor: PagePlace['cursor']): Promise<void> {
  if (typeof cursor.placeSlot !== 'number') return
  assertSlotReached(cursor, highestSlot(network) ?? (await askOnce(network, 'getIndexerSlot', {})).result)
}
