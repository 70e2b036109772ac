import 'server-only'
import { clock } from '../../platform/clock'
import type { AnyItem } from '../../protocol/rpc/items'
import { canonicalKey } from '../../protocol/rpc/json'
import { type ListMethod, listOf, type Params, type Result } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { withDeadline } from '../../rpc-client/deadline'
import { limits } from '../../rpc-client/limits'
import type { Urgency } from '../../rpc-client/urgency'
import { memory } from '../../upstream/cache/cache'
import { expiryTimes, type Freshness, freshnessOf } from '../../upstream/cache/freshness'
import type { CachedValue, CacheRequest, LoadedValue } from '../../upstream/cache/memory'
import { callIndexer } from '../../upstream/indexer/call'
import { withFewerRows } from '../../upstream/indexer/failover'
import { troubleWith, upstreamOf } from '../../upstream/indexer/indexers'
import type { Indexer } from '../../upstream/networks/networks'
import { judgeAnswer, type ListAnswer } from './list-reader'

export interface Chunk extends ListAnswer {
  slot: number
  /** ISO 8601 UTC, for display; fetchedMs is monotonic, for calculations. */
  fetchedAt: string
  fetchedMs: number
  freshness: Freshness
  weight: number
}

/** How long a list counts as needing smaller chunks. */
const SMALL_CHUNKS_MS = 300_000

/** Heap bytes of parsed rows per byte of their text. */
export const HEAP_BYTES_PER_TEXT_BYTE = 2

export interface ChunkCall {
  /** Monotonic milliseconds. */
  deadline: number
  /** After this time a cached old chunk is used instead; null: never. */
  patienceMs: number | null
  urgency: Urgency
  /** True if another indexer is used when this one fails. */
  spare?: boolean
  /** One of many that are read once: must not evict chunks that pages use. */
  passing?: boolean
  minSlot: number | null
}

/** A list on one indexer, without the page that `params` name. */
export interface AskedList<M extends ListMethod> {
  indexer: Indexer
  method: M
  params: Params<M>
}

/**
 * Shared by concurrent callers. A chunk too large for the indexer is requested with a quarter of the limit. design.md 5.
 */
export function loadChunk<M extends ListMethod>(
  asked: AskedList<M>,
  upstream: string | null,
  limit: number,
  call: ChunkCall,
): Promise<CachedValue<Chunk>> {
  const { indexer } = asked
  const request: CacheRequest<Chunk> = {
    key: listCacheKey('chunk', asked, upstream, limit),
    network: indexer.label,
    load: ({ urgency }) => fetchChunk(asked, upstream, limit, urgency, call.spare),
    trouble: () => troubleWith(upstreamOf(indexer)),
    ...(call.passing && { passing: true }),
  }
  const { minSlot } = call
  const isFirst = upstream === null && limit === MAX_LIMIT && !call.passing
  const isCut = isFirst && !memory().fresh(request.key, minSlot)
  const cut = isCut ? cutFromWider(asked, minSlot) : null
  const cached = cut ?? memory().get(request, call.urgency, call.patienceMs, minSlot)
  return withDeadline(Promise.resolve(cached), call.deadline)
}

/** Filters a wider list that was just read to its end, so that a wallet's tabs cost no call. */
function cutFromWider<M extends ListMethod>(asked: AskedList<M>, minSlot: number | null): CachedValue<Chunk> | null {
  const kind = listOf(asked.method)
  const { cursor: _, limit: __, ...listing } = asked.params
  for (const { params, keeps } of kind.wider?.(listing) ?? []) {
    const wider = { ...asked, params: params as Params<M> }
    const cached = memory().fresh<Chunk>(listCacheKey('chunk', wider, null, MAX_LIMIT), minSlot)
    if (!cached || cached.value.cursor !== null) continue
    const all = cached.value
    const rows = all.rows.filter((row) => keeps(row))
    const weight = (all.weight * rows.length) / Math.max(1, all.rows.length)
    return { ...cached, value: { ...all, ...judgeAnswer(kind, null, rows, null), weight } }
  }
  return null
}

/** Cache key of the list, without the page. */
export function listCacheKey<M extends ListMethod>(
  kind: string,
  { indexer, method, params: { cursor: _, limit: __, ...listing } }: AskedList<M>,
  ...more: unknown[]
): string {
  return canonicalKey(kind, indexer.label, method, listing, ...more)
}

export function isChunkCached<M extends ListMethod>(asked: AskedList<M>, upstream: string | null, limit: number) {
  const rows = listOf(asked.method).chunked ? MAX_LIMIT : limit
  return memory().remembered<Chunk>(listCacheKey('chunk', asked, upstream, rows)) !== null
}

async function fetchChunk<M extends ListMethod>(
  asked: AskedList<M>,
  upstream: string | null,
  limit: number,
  urgency: Urgency,
  spare = false,
): Promise<LoadedValue<Chunk>> {
  const { indexer, method, params } = asked
  const limitKey = listCacheKey('chunk-limit', asked)
  const deadline = clock().monotonic() + limits().totalMs
  const most = Math.min(limit, memory().fresh<number>(limitKey)?.value ?? limit)
  const ask = async (size: number): Promise<LoadedValue<Chunk>> => {
    const chunkParams: Params<M> = { ...params, cursor: upstream, limit: size }
    const { result, bytes, fetchedAt, fetchedMs } = await callIndexer(
      indexer,
      method,
      chunkParams,
      deadline,
      urgency,
      spare,
    )
    const freshness = freshnessOf(method, chunkParams, result)
    const { context, value } = result as Result<M>
    const weight = bytes * HEAP_BYTES_PER_TEXT_BYTE
    const answer = judgeAnswer<AnyItem>(listOf(method), upstream, value.items, value.cursor)
    // Not revalidated in the background, since a reloaded page must show new rows.
    const ages = {
      ...expiryTimes(freshness, clock().monotonic(), upstreamOf(indexer).plan?.freshnessFactor),
      revalidateMs: 0,
    }
    const { slot } = context
    return { value: { ...answer, slot, fetchedAt, fetchedMs, freshness, weight }, weight, slot, ...ages }
  }
  return withFewerRows(most, ask, (size) => {
    const ages = { freshUntil: clock().monotonic() + SMALL_CHUNKS_MS, revalidateMs: 0, onErrorMs: 0 }
    memory().remember(limitKey, indexer.label, { value: size, weight: 0, slot: null, ...ages })
  })
}
