import 'server-only'
import { z } from 'zod'
import type { Answer } from '../api/answer'
import { invalidParams, ProblemError } from '../api/problem'
import { type RequestParams, splitRequest } from '../api/request-params'
import { toProblem } from '../api/rpc-problem'
import { DEFAULT_LIMIT } from '../page/address'
import { clock } from '../platform/clock'
import { inSpan, startSpan } from '../platform/trace/trace'
import { RpcError } from '../protocol/rpc/failure'
import { isListMethod, type ListMethod, type MethodName, methods, type Params } from '../protocol/rpc/methods'
import { limits } from '../rpc-client/limits'
import type { RequestClass } from '../rpc-client/urgency'
import { answeredBy } from '../upstream/cache/answered-by'
import { memory } from '../upstream/cache/cache'
import { agesOf, BEHIND, freshnessOf, NOT_FOUND } from '../upstream/cache/freshness'
import { noteListed } from '../upstream/cache/listed-signatures'
import type { CachedValue, CacheRequest, LoadedValue, LoadPlan, Via } from '../upstream/cache/memory'
import type { Outcome } from '../upstream/cache/outcome'
import { askKey, highestSlot, slotKnown, slotOf } from '../upstream/cache/slot-answers'
import { load } from '../upstream/indexer/call'
import type { CacheCounts, CallCounts } from '../upstream/indexer/call-counts'
import { onSomeIndexer } from '../upstream/indexer/failover'
import { upstreamOf } from '../upstream/indexer/guards'
import { preferredIndexer, troubleWithAll } from '../upstream/indexer/preferred'
import { withoutAbsent } from '../upstream/indexer/transport'
import { fromSlot, waitsUntil } from '../upstream/min-slot'
import { indexersOf, type Network } from '../upstream/networks/networks'
import type { Sort } from './address/sort'
import { type ListingCursor, refuseAhead } from './cursor/cursor'
import { placeOf, sortOf } from './cursor/place'
import { PARSED_FACTOR } from './read/chunk'
import { pageOfSome } from './read/page-of-some'

/** An answer and how it came: what Cache-Status and Age tell. */
export interface Delivered<M extends MethodName> {
  answer: Answer<M>
  via: Via
  /** Milliseconds for which it still counts as fresh; below zero once it does not. */
  ttlMs: number
  /** Milliseconds since it was fetched, by a clock that nobody sets. */
  ageMs: number
}

/** A checked question, ready to be asked any number of times. */
export interface PreparedRequest<M extends MethodName> extends CacheRequest<Outcome<M>> {
  readonly method: M
  readonly counts: CallCounts
  readonly of: Network
  /** Slot that its answer must not be older than; null: none. */
  readonly minSlot: number | null
}

/** Bytes that a remembered answer takes for each of its text's: parsed, and in the forms that our own API sends. */
const MEMORY_FACTOR = 4

/**
 * Asks one operation of a network's indexer: checked, shared by all who ask the same at once, remembered for as long as
 * its ages allow (freshness.ts), paged where it is a listing. `cursor` is the explorer's own (listing/cursor.ts), `limit`
 * rows of a page. Takes at most 8 s, and the time that a `minSlot` is waited for. Equal answers are one object: it is
 * read, never changed.
 * @param slotUntil monotonic milliseconds until which a `minSlot` is waited for; for 5 s when left out.
 * @throws ProblemError, and nothing else that an indexer can cause.
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

/**
 * Checks a question; costs no upstream call.
 * @throws ProblemError invalid_params
 */
export function prepareRequest<M extends MethodName>(
  network: Network,
  method: M,
  given: RequestParams<M>,
): PreparedRequest<M> {
  const { params, sort, minSlot } = splitRequest<M>(given)
  const read = methods[method].params.safeParse(params)
  if (!read.success) throw new ProblemError(invalidParams(issuesOf(read.error)))
  const by = sortOf(method, sort)
  const paged = isListMethod(method) ? { limit: DEFAULT_LIMIT } : {}
  const withDefaults = { ...paged, ...withoutAbsent(read.data) } as Params<M>
  const load = isListMethod(method)
    ? takePage(network, method, withDefaults as Params<ListMethod>, by)
    : takeAnswer(network, method, withDefaults)
  return {
    method,
    network: network.name,
    key: askKey(network.name, method, by ? { ...withDefaults, sort } : withDefaults),
    load: load as PreparedRequest<M>['load'],
    trouble: () => troubleWithAll(network),
    counts: upstreamOf(indexersOf(network)[0]).counts,
    of: network,
    minSlot,
  }
}

/** As ask(), for a question at hand, and tells how the answer came. */
export async function answerTo<M extends MethodName>(
  request: PreparedRequest<M>,
  by: RequestClass = 'interactive',
  slotUntil = waitsUntil(),
): Promise<Delivered<M>> {
  const { method, network, minSlot, key } = request
  const span = startSpan('gateway', method)?.set('rpc.method', method).set('leafscan.network', network) ?? null
  try {
    const get = () => memory().get(request, by, limits().patienceMs, minSlot)
    const cached = await inSpan(span, () => fromSlot(request.of, minSlot, slotUntil, key, get))
    span?.set('leafscan.cache', resultOf(cached)).set('leafscan.state', cached.state)
    if (!cached.value.ok) span?.set('leafscan.problem', cached.value.problem.code)
    return deliver(request, cached)
  } catch (error) {
    if (error instanceof ProblemError) span?.set('leafscan.problem', error.problem.code)
    span?.fail(error instanceof ProblemError ? error.problem.code : 'fault')
    throw error
  } finally {
    span?.end()
  }
}

/** The answer to a question while it is remembered and fresh, without a call and without waiting; null otherwise. */
export function answerAtHand<M extends MethodName>(request: PreparedRequest<M>): Delivered<M> | null {
  const cached = memory().fresh<Outcome<M>>(request.key, request.minSlot)
  return cached?.value.ok ? deliver(request, cached) : null
}

function deliver<M extends MethodName>(
  { counts, method }: PreparedRequest<M>,
  cached: CachedValue<Outcome<M>>,
): Delivered<M> {
  const { value, via, freshUntil } = cached
  const how = resultOf(cached)
  counts.cacheOf(method)[how]++
  counts.recent.served.add()
  if (how === 'stale_error') counts.recent.stale.add()
  if (!value.ok) throw new ProblemError(value.problem)
  const now = clock().monotonic()
  const ageMs = now - value.fetchedMs
  if (via === 'hit' || via === 'stale') counts.served(method, ageMs)
  return { answer: withState(value.answer, cached), via, ttlMs: freshUntil - now, ageMs }
}

function resultOf({ value, state, via }: CachedValue<{ ok: boolean }>): keyof CacheCounts {
  if (via === 'hit' && !value.ok) return 'negative'
  if (via !== 'stale') return via
  return state === 'revalidating' ? 'stale_swr' : 'stale_error'
}

/** Answers that are not fresh, by the fresh one: equal ones are one object too. */
const variants = new WeakMap<object, Answer<MethodName>>()

/** An answer with the state that it is in now. */
function withState<M extends MethodName>(answer: Answer<M>, { state, trouble }: CachedValue<unknown>): Answer<M> {
  if (state === 'fresh') return answer
  const reason = trouble?.reason
  // Whole seconds: readers of one second get one answer.
  const retryAfterMs = trouble?.retryAfterMs ? Math.ceil(trouble.retryAfterMs / 1_000) * 1_000 : undefined
  const last = variants.get(answer) as Answer<M> | undefined
  const { meta } = last ?? {}
  if (last && meta?.state === state && meta.reason === reason && meta.retryAfterMs === retryAfterMs) return last
  const variant: Answer<M> = {
    result: answer.result,
    meta: {
      ...answer.meta,
      state,
      ...(reason !== undefined && { reason }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
  }
  variants.set(answer, variant)
  return variant
}

/** Prepares a page of a listing; the cursor is read first, so that a wrong one costs no upstream call. */
function takePage<M extends ListMethod>(network: Network, method: M, params: Params<M>, sort: Sort | null) {
  const place = placeOf(network, method, params, sort)
  const limit = params.limit ?? DEFAULT_LIMIT
  if (limit < 1) throw new ProblemError(invalidParams([{ name: 'limit', message: 'must be at least 1' }]))
  return ({ urgency, cold, minSlot }: LoadPlan) => {
    return settle<M>(network, minSlot, async () => {
      if (place.in === 'list') await admitPlace(network, place.cursor)
      const deadline = clock().monotonic() + limits().totalMs
      // Where an older page can stand in, this one is made of new rows or not at all.
      const patienceMs = cold ? limits().patienceMs : null
      const { indexer, page } = await pageOfSome(network, method, params, place, limit, {
        deadline,
        urgency,
        patienceMs,
        minSlot,
      })
      const { result, meta, fetchedMs, ...landed } = page
      noteListed(network.name, method, result)
      const who = answeredBy(indexer, meta.slot)
      const answer: Answer<M> = { result, meta: { ...meta, state: 'fresh', network: network.name, ...who } }
      // Its rows weigh what they weigh parsed.
      const weight = (landed.weight * MEMORY_FACTOR) / PARSED_FACTOR
      return { ...landed, value: { ok: true, answer, fetchedMs }, slot: meta.slot, weight }
    })
  }
}

/**
 * Lets a place of a list that we did not give pass only once the indexer was seen at its slot; asks for the slot where none
 * was seen yet. To be awaited before an indexer is asked for any cursor's place.
 * @throws ProblemError
 */
export async function admitPlace(network: Network, cursor: ListingCursor): Promise<void> {
  if (cursor.placeSlot === null) return
  refuseAhead(cursor, highestSlot(network) ?? (await ask(network, 'getIndexerSlot', {})).result)
}

function takeAnswer<M extends MethodName>(network: Network, method: M, params: Params<M>) {
  return ({ urgency, minSlot }: LoadPlan) => {
    return settle<M>(network, minSlot, async () => {
      const deadline = clock().monotonic() + limits().totalMs
      const { indexer, reached, loaded } = await onSomeIndexer(network, { minSlot }, async (indexer, spare) => {
        const reached = slotKnown(indexer)
        return { indexer, reached, loaded: await load(indexer, method, params, deadline, urgency, spare) }
      })
      const { result, bytes, fetchedAt, fetchedMs } = loaded
      noteListed(network.name, method, result)
      const slot = slotOf(result)
      const answer: Answer<M> = {
        result,
        meta: {
          slot,
          fetchedAt,
          state: 'fresh',
          complete: isList(result) ? true : null,
          network: network.name,
          ...answeredBy(indexer, slot),
        },
      }
      const { plan } = upstreamOf(indexer)
      const ages = agesOf(freshnessOf(method, params, result), clock().monotonic(), plan?.freshnessFactor)
      const source = indexer.label
      return {
        value: { ok: true, answer, fetchedMs },
        weight: bytes * MEMORY_FACTOR,
        slot,
        notBefore: reached,
        source,
        ...ages,
      }
    })
  }
}

/** Turns an indexer's failures into problems; the two that are answers are remembered for a moment. */
async function settle<M extends MethodName>(
  network: Network,
  minSlot: number | null,
  take: () => Promise<LoadedValue<Outcome<M>>>,
): Promise<LoadedValue<Outcome<M>>> {
  const notBefore = slotKnown(preferredIndexer(network, minSlot))
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const problem = toProblem(error.failure)
    const age = problem.code === 'not_found' ? NOT_FOUND : problem.code === 'indexer_behind' ? BEHIND : null
    if (!age) throw new ProblemError(problem, { cause: error })
    return { value: { ok: false, problem }, weight: 0, slot: null, notBefore, ...agesOf(age, clock().monotonic()) }
  }
}

/** True for a list in one piece: nothing can be missing from it. design.md 4.4. */
function isList(result: unknown): boolean {
  return z
    .object({ value: z.object({ items: z.array(z.unknown()), cursor: z.undefined().optional() }) })
    .safeParse(result).success
}

function issuesOf(error: z.ZodError) {
  return error.issues.map(({ path, message }) => ({ name: String(path[0] ?? 'params'), message }))
}
