import 'server-only'
import type { AnswerMeta } from '../../api/answer'
import { clock } from '../../platform/clock'
import { type ListMethod, listOf, type Result } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import type { StaleReason } from '../../upstream/cache/memory'
import { upstreamOf } from '../../upstream/indexer/indexers'
import { type Indexer, indexersOf } from '../../upstream/networks/networks'
import { cursorAt, cursorBehind, encodeCursor, type ListingCursor, sliceOf } from '../cursor/cursor'
import { type AskedList, type ChunkCall, loadChunk } from './chunk'
import { sumRows } from './list-sum'
import { PageCut } from './page-cut'

export interface ListingPage<M extends ListMethod> {
  result: Result<M>
  meta: Omit<AnswerMeta, 'state' | 'reason' | 'retryAfterMs' | 'network' | 'indexer' | 'below'>
  /** Monotonic milliseconds of its oldest part. */
  fetchedMs: number
  weight: number
  freshUntil: number
  revalidateMs: number
  onErrorMs: number
  trouble: StaleReason | null
  indexer: Indexer
}

/** A page is loaded twice in a row: its rows on hover, the rest on click. */
const CUT_ONCE_MS = 1_000

function cutOnce(freshUntil: number): number {
  const now = clock().monotonic()
  return Math.max(freshUntil, Math.min(now, freshUntil) + CUT_ONCE_MS)
}

/** A page may span two chunks. design.md 5, "Owner listings". @throws RpcError if the first chunk is unavailable */
export async function listPage<M extends ListMethod>(
  asked: AskedList<M>,
  cursor: ListingCursor,
  limit: number,
  call: ChunkCall,
): Promise<ListingPage<M>> {
  const { indexer, method, params } = asked
  const { network } = indexer
  const kind = listOf(method)
  const load = (upstream: string | null, rows = kind.chunked ? MAX_LIMIT : limit) =>
    loadChunk(asked, upstream, rows, call)
  const isOneOfSeveral = indexersOf(network).length > 1
  const replaces = call.patienceMs === null
  const page = new PageCut(kind, cursor.position, limit, load, replaces, cursor.given, isOneOfSeveral)
  const end = await page.fill()
  const incomplete = page.incompleteBecause(end)
  if (incomplete) upstreamOf(indexer).counts.incompleteList(method, incomplete)
  const number = isOneOfSeveral ? indexer.number : null
  const next = end.next && encodeCursor(network, method, params, cursorBehind(cursor, end.next, page.slot, number))
  const sum = page.firstChunk?.order.sorted && sumRows(page.firstChunk.rows, sliceOf(params))
  const here = page.firstRow && cursorAt(network, method, params, page.firstRow.key, page.firstRow.order)
  return {
    result: { context: { slot: page.slot }, value: { items: page.rows, cursor: next } } as Result<M>,
    meta: {
      slot: page.slot,
      fetchedAt: page.fetchedAt,
      ...page.completeness(end),
      ...page.count(end),
      ...(sum && { sum }),
      ...(here && { here }),
      ...(page.repeats > 0 && { repeatsRemoved: page.repeats }),
    },
    fetchedMs: page.fetchedMs,
    weight: page.weight,
    freshUntil: kind.chunked && !page.trouble ? cutOnce(page.freshUntil) : page.freshUntil,
    revalidateMs: page.revalidateMs,
    onErrorMs: page.onErrorMs,
    trouble: page.trouble,
    indexer,
  }
}
