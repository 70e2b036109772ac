import 'server-only'
import type { Sorted } from '../../api/answer'
import { clock } from '../../platform/clock'
import { isRpcError, type RpcError } from '../../protocol/rpc/failure'
import type { ListMethod, Params, Result } from '../../protocol/rpc/methods'
import type { CachedValue } from '../../upstream/cache/memory'
import type { Indexer } from '../../upstream/networks/networks'
import { type Sort, sortText } from '../address/columns'
import {
  encodeCursor,
  FIRST_PAGE,
  isMovedTo,
  type ListingCursor,
  MOVED,
  notOfThisList,
  type SortedCursor,
  sliceOf,
  sourceOf,
} from '../cursor/cursor'
import type { SortPlace } from '../cursor/place'
import type { ChunkCall } from './chunk'
import { sumOf } from './list-sum'
import { type ListingPage, listPage } from './listing'
import { type NotWhole, sortedList, type WholeList, wholeList } from './whole-list'

/** Milliseconds for which a page waits for the whole list; then it is one of the list's own order. Below limits().totalMs. */
const PATIENCE_MS = 5_000

const BEING_READ = 'it is still being read'
const NOT_READ = 'the indexer did not answer for all of it'
const OWN_PLACE = 'this page was opened by its place in the list’s own order'
const STARTED_OVER = '; this is its first page'

/**
 * A page of a list that is to be sorted: one of the whole list where that is complete and short enough, else one in the
 * list's own order that says why. design.md 4.3.
 * @throws RpcError
 * @throws ProblemError for a cursor that is none of this list's.
 */
export async function sortedListPage<M extends ListMethod>(
  indexer: Indexer,
  method: M,
  params: Params<M>,
  place: SortPlace,
  limit: number,
  call: ChunkCall,
): Promise<ListingPage<M>> {
  const { sort } = place
  const by = sortText(sort)
  const unsorted = async (from: ListingCursor, why: Omit<Sorted, 'by' | 'whole'>) => {
    const page = await listPage(indexer, method, params, from, limit, call)
    const { rowsBefore } = from.position
    const meta = { ...(rowsBefore !== null && { rowsBefore }), ...page.meta, sorted: { by, whole: false, ...why } }
    // It is replaced as soon as the list was read.
    return why.pending ? { ...page, meta, freshUntil: clock().monotonic() } : { ...page, meta }
  }
  // A place in the list's own order was given because it could not be sorted, and still leads to that row.
  if (place.in === 'list' && place.cursor !== FIRST_PAGE) return unsorted(place.cursor, { reason: OWN_PLACE })
  const cursor = place.in === 'sorted' ? place.cursor : null
  const deadline = Math.min(call.deadline, clock().monotonic() + PATIENCE_MS)
  let cached: CachedValue<WholeList | NotWhole>
  try {
    cached = await wholeList(indexer, method, params, { ...call, deadline })
  } catch (error) {
    // Of a place in the sorted list there is nothing else to show; and one that did not answer is not asked again.
    const isLate = clock().monotonic() >= deadline
    if (!isRpcError(error) || cursor || (call.spare && !isLate)) throw error
    return unsorted(FIRST_PAGE, { reason: reasonOf(error), pending: true })
  }
  const { value, ...came } = cached
  if (!value.isWhole) return unsorted(FIRST_PAGE, { reason: value.reason + (cursor ? STARTED_OVER : '') })
  return cutPage(indexer, method, params, sort, cursor, limit, { ...came, value })
}

function reasonOf({ failure }: RpcError): string {
  return failure.kind === 'network' && failure.reason === 'timeout' ? BEING_READ : NOT_READ
}

async function cutPage<M extends ListMethod>(
  indexer: Indexer,
  method: M,
  params: Params<M>,
  sort: Sort,
  cursor: SortedCursor | null,
  limit: number,
  { value: list, freshUntil, trouble }: CachedValue<WholeList>,
): Promise<ListingPage<M>> {
  const slice = sliceOf(params)
  const sorted = await sortedList(method, list, sort, slice)
  const moved = cursor !== null && isMovedTo(indexer, cursor)
  if (cursor && !sorted.compares(cursor.position)) throw notOfThisList()
  const from = cursor ? sorted.rowsUpTo(cursor.position) : 0
  const to = Math.min(from + limit, sorted.length)
  const items = sorted.rows(from, to)
  const behind = (): SortedCursor => ({
    sort,
    position: sorted.placeBehind(to),
    trail: cursor ? [...cursor.trail, cursor.position] : [],
    firstSlot: cursor ? cursor.firstSlot : list.slot,
    given: true,
    ...sourceOf(indexer, moved),
  })
  const next = to < sorted.length ? encodeCursor(indexer.network, method, params, behind()) : null
  const sum = sumOf(list.rows, slice)
  const { slot, fetchedAt, fetchedMs, completeReason, repeats, freshness } = list
  return {
    result: { context: { slot }, value: { items, cursor: next } } as Result<M>,
    meta: {
      slot,
      fetchedAt,
      complete: moved ? null : true,
      ...(moved && { moved: true as const }),
      completeReason: moved ? MOVED : completeReason,
      total: sorted.length,
      rowsBefore: from,
      ...(sum && { sum }),
      sorted: { by: sortText(sort), whole: true },
      ...(repeats > 0 && { repeatsRemoved: repeats }),
    },
    fetchedMs,
    weight: sorted.length === 0 ? 0 : (list.weight * items.length) / sorted.length,
    freshUntil,
    revalidateMs: freshness.revalidateMs,
    onErrorMs: freshness.onErrorMs,
    trouble,
    source: indexer.label,
  }
}
