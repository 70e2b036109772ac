import 'server-only'
import { RpcError, type RpcFailure } from '../rpc/failure'
import type { Params, Result } from '../rpc/methods'
import { keyOf } from './canonical-key'
import { within } from './deadline'
import { freshnessOf } from './freshness'
import { limits } from './limits'
import { type ListingMethod, listingKind, type SortKey } from './listing-kinds'
import { type ChunkOrder, judgeChunk } from './listing-order'
import { load } from './load'
import type { Network } from './networks'
import { isTooBig } from './problem'
import { type Landed, recall, remember, shared } from './shared'

/** One answer of the indexer to a listing, with what its order says. */
export interface Chunk {
  rows: readonly object[]
  /** Sort keys of the rows. */
  keys: readonly SortKey[]
  /** The upstream cursor of the next chunk; null at the end. */
  cursor: string | null
  order: ChunkOrder
  slot: number
  /** ISO 8601 UTC. */
  fetchedAt: string
  /** Monotonic milliseconds. */
  freshUntil: number
  /** Bytes, roughly. */
  weight: number
}

/** Smaller chunks are not asked for: then it is one account that is too big. */
const SMALLEST_CHUNK = 15

/** Milliseconds for which a listing is known to need smaller chunks. */
const SMALL_CHUNKS_MS = 300_000

/** Parsed rows take about this many times the bytes of their text. */
const PARSED_FACTOR = 2

/**
 * The chunk of a listing behind an upstream cursor, shared with all who need it now. One that is too big for the
 * indexer is asked again with a quarter of the limit. design.md 5.
 * @param deadline monotonic milliseconds at which this caller stops waiting.
 * @throws RpcError
 */
export function chunkOf<M extends ListingMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  upstream: string | null,
  limit: number,
  deadline: number,
): Promise<Chunk> {
  const { cursor: _, limit: __, ...listing } = params
  const limitKey = keyOf('chunk-limit', network.name, method, listing)
  const take = () => takeChunk(network, method, params, upstream, limit, limitKey)
  return within(shared(keyOf('chunk', network.name, method, listing, upstream, limit), take), deadline)
}

async function takeChunk<M extends ListingMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  upstream: string | null,
  limit: number,
  limitKey: string,
): Promise<Landed<Chunk>> {
  const deadline = performance.now() + limits().totalMs
  let size = Math.min(limit, recall<number>(limitKey) ?? limit)
  for (;;) {
    const asked: Params<M> = { ...params, cursor: upstream, limit: size }
    try {
      const { result, bytes, fetchedAt } = await load(network, method, asked, deadline)
      const freshUntil = performance.now() + freshnessOf(method, asked, result).freshMs
      const value = toChunk(method, upstream, result, { fetchedAt, freshUntil, weight: bytes * PARSED_FACTOR })
      return { value, weight: value.weight, freshUntil }
    } catch (error) {
      const smaller = Math.floor(size / 4)
      if (!(error instanceof RpcError) || !tooBig(error.failure) || smaller < SMALLEST_CHUNK) throw error
      size = smaller
      remember(limitKey, { value: size, weight: 0, freshUntil: performance.now() + SMALL_CHUNKS_MS })
    }
  }
}

function toChunk<M extends ListingMethod>(
  method: M,
  upstream: string | null,
  { context, value }: Result<M>,
  facts: Pick<Chunk, 'fetchedAt' | 'freshUntil' | 'weight'>,
): Chunk {
  const kind = listingKind(method)
  const rows: readonly object[] = value.items
  const keys = rows.map((row) => kind.sortKey(row))
  const order = judgeChunk(kind.orders, upstream, keys, value.cursor)
  return { rows, keys, cursor: value.cursor, order, slot: context.slot, ...facts }
}

function tooBig(failure: RpcFailure): boolean {
  if (failure.kind === 'network') return failure.reason === 'too-large'
  return failure.kind === 'rpc' && isTooBig(failure)
}
