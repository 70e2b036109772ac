import 'server-only'
import type { z } from 'zod'
import type { Answer } from '../api/answer'
import type { CacheOutcome } from '../api/api-answer'
import { invalidParams, isProblem, ProblemError } from '../api/problem'
import { type RequestParams, splitRequest } from '../api/request-params'
import { toProblem } from '../api/rpc-problem'
import { clock } from '../platform/clock'
import { isRpcError } from '../protocol/rpc/failure'
import { canonicalKey } from '../protocol/rpc/json'
import { isListMethod, type MethodName, methods, type Params, type Result } from '../protocol/rpc/methods'
import { limits } from '../rpc-client/limits'
import type { RequestClass } from '../rpc-client/urgency'
import { answeredBy } from './cache/answered-by'
import { askKey, knownSlot, memory, type Outcome, slotOf } from './cache/cache'
import { BEHIND, expiryTimes, freshnessOf, NOT_FOUND } from './cache/freshness'
import { noteListed } from './cache/listed-signatures'
import type { CachedValue, CacheRequest, LoadedValue, LoadPlan } from './cache/memory'
import { callIndexer } from './indexer/call'
import type { CacheCounts, CallCounts } from './indexer/call-counts'
import { onSomeIndexer, withFewerRows } from './indexer/failover'
import { preferredIndexer, troubleWithAll, upstreamOf } from './indexer/indexers'
import { omitAbsent } from './indexer/transport'
import { fromSlot, slotWaitDeadline } from './min-slot'
import { indexersOf, type Network } from './networks/networks'

export interface DeliveredAnswer<M extends MethodName> {
  answer: Answer<M>
  via: CacheOutcome
  ttlMs: number
  ageMs: number
}

export interface PreparedRequest<M extends MethodName> extends CacheRequest<Outcome<M>> {
  readonly method: M
  readonly counts: CallCounts
  readonly of: Network
  readonly minSlot: number | null
}

/** Bytes of memory per byte of answer text, for the parsed result and the bodies that our API sends. */
export const MEMORY_FACTOR = 4

/**
 * Requests one operation through the cache; concurrent equal requests share a call. Takes at most 8 s, plus the wait for
 * `minSlot`. Returns only the first rows of a list: lib/listing reads pages. Answers are shared objects: do not mutate.
 * @throws ProblemError, for everything an indexer can cause
 */
export async function askOnce<M extends MethodName>(
  network: Network,
  method: M,
  params: RequestParams<M>,
  by: RequestClass = 'interactive',
  slotUntil?: number,
): Promise<Answer<M>> {
  const { answer } = await answerTo(prepareAnswer(network, method, params), by, slotUntil)
  return answer
}

export function prepareAnswer<M extends MethodName>(
  network: Network,
  method: M,
  given: RequestParams<M>,
): PreparedRequest<M> {
  const { params, minSlot } = checkedRequest(method, given)
  // Another key than that of pages, which hold our own cursor.
  const key = isListMethod(method)
    ? canonicalKey('first rows', network.name, method, params)
    : askKey(network.name, method, params)
  return preparedRequest(network, method, key, takeAnswer(network, method, params), minSlot)
}

export function checkedRequest<M extends MethodName>(method: M, given: RequestParams<M>) {
  const { params, ...own } = splitRequest<M>(given)
  const read = methods[method].params.safeParse(params)
  if (!read.success) throw new ProblemError(invalidParams(issuesOf(read.error)))
  return { ...own, params: omitAbsent(read.data) as Params<M> }
}

export function preparedRequest<M extends MethodName>(
  network: Network,
  method: M,
  key: string,
  load: PreparedRequest<M>['load'],
  minSlot: number | null,
): PreparedRequest<M> {
  return {
    method,
    network: network.name,
    key,
    load,
    trouble: () => troubleWithAll(network),
    counts: upstreamOf(indexersOf(network)[0]).counts,
    of: network,
    minSlot,
  }
}

export async function answerTo<M extends MethodName>(
  request: PreparedRequest<M>,
  by: RequestClass = 'interactive',
  slotUntil = slotWaitDeadline(),
): Promise<DeliveredAnswer<M>> {
  const { minSlot, key } = request
  const get = () => memory().get(request, by, limits().patienceMs, minSlot)
  try {
    return deliver(request, await fromSlot(request.of, minSlot, slotUntil, key, get))
  } catch (error) {
    if (isProblem(error) && error.problem.status >= 500) request.counts.answers.failed++
    throw error
  }
}

export function answerFromMemory<M extends MethodName>(request: PreparedRequest<M>): DeliveredAnswer<M> | null {
  const cached = memory().fresh<Outcome<M>>(request.key, request.minSlot)
  return cached?.value.ok ? deliver(request, cached) : null
}

function deliver<M extends MethodName>(
  { counts, method }: PreparedRequest<M>,
  cached: CachedValue<Outcome<M>>,
): DeliveredAnswer<M> {
  const { value, via, freshUntil } = cached
  const how = resultOf(cached)
  counts.cacheOf(method)[how]++
  counts.recent.served.add()
  if (how === 'stale_error') {
    counts.recent.stale.add()
    counts.answers.stale++
  }
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

const variants = new WeakMap<object, Answer<MethodName>>()

function withState<M extends MethodName>(answer: Answer<M>, { state, trouble }: CachedValue<unknown>): Answer<M> {
  if (state === 'fresh') return answer
  const reason = trouble?.reason
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

function takeAnswer<M extends MethodName>(network: Network, method: M, params: Params<M>) {
  return ({ urgency, minSlot }: LoadPlan) => {
    return answerFromOutcome<M>(network, minSlot, async () => {
      const deadline = clock().monotonic() + limits().totalMs
      const { limit } = { limit: 0, ...(params as object) }
      const { indexer, reached, loaded } = await onSomeIndexer(network, { minSlot }, async (indexer, spare) => {
        const reached = knownSlot(indexer)
        const loaded = await withFewerRows(limit, (rows) => {
          const fewer = rows === limit ? params : { ...params, limit: rows }
          return callIndexer(indexer, method, fewer, deadline, urgency, spare)
        })
        return { indexer, reached, loaded }
      })
      const { bytes, fetchedAt, fetchedMs } = loaded
      const { result, complete } = firstRows(method, loaded.result)
      noteListed(network.name, method, result)
      const slot = slotOf(result)
      const answer: Answer<M> = {
        result,
        meta: {
          slot,
          fetchedAt,
          state: 'fresh',
          complete,
          network: network.name,
          ...answeredBy(indexer, slot),
        },
      }
      const { plan } = upstreamOf(indexer)
      const ages = expiryTimes(freshnessOf(method, params, result), clock().monotonic(), plan?.freshnessFactor)
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

/** Removes the indexer's cursor, which must not be passed on. */
function firstRows<M extends MethodName>(
  method: M,
  result: Result<M>,
): { result: Result<M>; complete: boolean | null } {
  if (!isListMethod(method)) return { result, complete: isList(result) ? true : null }
  const { value } = result as { value: { cursor: string | null } }
  return {
    result: { ...(result as object), value: { ...value, cursor: null } } as Result<M>,
    complete: value.cursor === null,
  }
}

export async function answerFromOutcome<M extends MethodName>(
  network: Network,
  minSlot: number | null,
  take: () => Promise<LoadedValue<Outcome<M>>>,
): Promise<LoadedValue<Outcome<M>>> {
  const notBefore = knownSlot(preferredIndexer(network, minSlot))
  try {
    return await take()
  } catch (error) {
    if (!isRpcError(error)) throw error
    const problem = toProblem(error.failure)
    const age = problem.code === 'not_found' ? NOT_FOUND : problem.code === 'indexer_behind' ? BEHIND : null
    if (!age) throw new ProblemError(problem, { cause: error })
    return { value: { ok: false, problem }, weight: 0, slot: null, notBefore, ...expiryTimes(age, clock().monotonic()) }
  }
}

/** A list without pages, so nothing can be missing. design.md 4.4. */
function isList(result: unknown): boolean {
  const { items, cursor } = (result as { value?: { items?: unknown; cursor?: unknown } } | null)?.value ?? {}
  return Array.isArray(items) && cursor === undefined
}

function issuesOf(error: z.ZodError) {
  return error.issues.map(({ path, message }) => ({ name: String(path[0] ?? 'params'), message }))
}
