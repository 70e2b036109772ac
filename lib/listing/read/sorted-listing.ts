import 'server-only'
import type { AnswerMeta, SortStatus } from '../../api/answer'
import { isDecodedColumn } from '../../api/idl'
import { invalidParams, ProblemError, problem } from '../../api/problem'
import type { CreatedRange } from '../../api/request-params'
import { formatCount, groupDigits, nounFor } from '../../format/numbers'
import { clock } from '../../platform/clock'
import { isRpcError, type RpcError } from '../../protocol/rpc/failure'
import type { ItemOf, ListMethod, Params, Result } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { Urgency } from '../../rpc-client/urgency'
import { answeredBy } from '../../upstream/cache/answered-by'
import type { CachedValue } from '../../upstream/cache/memory'
import { onSomeIndexer } from '../../upstream/indexer/failover'
import { fromSlot, slotWaitDeadline } from '../../upstream/min-slot'
import { indexersOf, type Network } from '../../upstream/networks/networks'
import { type Sort, sortText } from '../address/columns'
import { createdText } from '../address/created'
import {
  encodeCursor,
  FIRST_PAGE,
  type ListingCursor,
  type SortedCursor,
  sliceOf,
  wrongListError,
} from '../cursor/cursor'
import type { SortPlace } from '../cursor/place'
import { type RowDecoder, rowDecoder } from '../decoded'
import type { AskedList, ChunkCall } from './chunk'
import { sumRows } from './list-sum'
import { type ListingPage, listPage } from './listing'
import type { WalkEnd, WalkStep } from './walk'
import { type IncompleteList, READING_MS, sortedList, type WholeList, wholeList } from './whole-list'

/** Below limits().totalMs; after that the page has the list's own order. */
const WHOLE_LIST_WAIT_MS = 5_000

const BEING_READ = 'it is still being read'
const NOT_READ = 'the indexer did not answer for all of it'
const OWN_PLACE = 'this page was opened by its place in the list’s own order'
const STARTED_OVER = '; this is its first page'
const MOVED = 'pages before were those of another indexer, which failed, so rows may be missing between them'

/** A list that is incomplete or too long stays in its own order, with the reason. design.md 4.3. */
export async function sortedListPage<M extends ListMethod>(
  asked: AskedList<M>,
  place: SortPlace,
  limit: number,
  call: ChunkCall,
): Promise<ListingPage<M>> {
  const { indexer, params } = asked
  const { created } = place.sort
  const by = sortText(place.sort)
  const unsorted = async (from: ListingCursor, why: Omit<SortStatus, 'by' | 'whole'>) => {
    const page = await listPage(asked, from, limit, call)
    const { rowsBefore } = from.position
    const meta = { ...(rowsBefore !== null && { rowsBefore }), ...page.meta, sorted: { by, whole: false, ...why } }
    // Fresh only until the list has been read.
    return why.pending ? { ...page, meta, freshUntil: clock().monotonic() } : { ...page, meta }
  }
  // The cursor was issued when the list could not be sorted, and leads to the same row now.
  const cursor = 'sort' in place.cursor ? place.cursor : null
  if (!cursor && place.cursor !== FIRST_PAGE) return unsorted(place.cursor as ListingCursor, { reason: OWN_PLACE })
  const deadline = Math.min(call.deadline, clock().monotonic() + WHOLE_LIST_WAIT_MS)
  let cached: CachedValue<WholeList | IncompleteList>
  try {
    cached = await wholeList(asked, { ...call, deadline })
  } catch (error) {
    // There is no substitute for a place in the sorted list; an indexer that timed out is not called again.
    const isLate = clock().monotonic() >= deadline
    if (created && isRpcError(error) && isLate) throw new ProblemError(STILL_READ)
    if (!isRpcError(error) || cursor || created || (call.spare && !isLate)) throw error
    return unsorted(FIRST_PAGE, { reason: reasonOf(error), pending: true })
  }
  const { value: list, freshUntil, trouble } = cached
  if (!list.isWhole && created) throw notFilterable(created, list.reason)
  if (!list.isWhole) return unsorted(FIRST_PAGE, { reason: list.reason + (cursor ? STARTED_OVER : '') })
  const decode = await decoderOf(asked, place.sort)
  if (typeof decode === 'string') return unsorted(FIRST_PAGE, { reason: decode })
  const { sorted, from, cursorBehind, proven } = await openSorted(asked, list, place.sort, cursor, decode)
  const to = Math.min(from + limit, sorted.length)
  const items = sorted.rows(from, to)
  const next = cursorBehind(to, cursor ? [...cursor.trail, cursor.position] : [])
  const sum = sumRows(created ? sorted.all : list.rows, sliceOf(params))
  const { slot, fetchedAt, fetchedMs, repeats, freshness } = list
  return {
    result: { context: { slot }, value: { items, cursor: next } } as Result<M>,
    meta: {
      slot,
      fetchedAt,
      ...proven,
      total: sorted.length,
      rowsBefore: from,
      ...(sum && { sum }),
      sorted: { by, whole: true },
      ...(created && { created: { ...created, of: list.rows.length } }),
      ...(repeats > 0 && { repeatsRemoved: repeats }),
    },
    fetchedMs,
    weight: sorted.length === 0 ? 0 : (list.weight * items.length) / sorted.length,
    freshUntil,
    revalidateMs: freshness.revalidateMs,
    onErrorMs: freshness.onErrorMs,
    trouble,
    indexer,
  }
}

/** null: not needed; a text: why rows cannot be decoded. */
async function decoderOf(
  { indexer, params }: AskedList<ListMethod>,
  { column }: Sort,
): Promise<RowDecoder | string | null> {
  return isDecodedColumn(column) ? rowDecoder(indexer.network, params) : null
}

function reasonOf({ failure }: RpcError): string {
  return failure.kind === 'network' && failure.reason === 'timeout' ? BEING_READ : NOT_READ
}

const STILL_READ = problem('upstream_timeout', 'The whole list is needed for that, and is still being read.', {
  retryAfterMs: 2_000,
})

function notFilterable({ since }: CreatedRange, reason: string): ProblemError {
  const name = since === null ? 'until' : 'since'
  const message = `cannot be followed: it takes the whole list, which is not available because ${reason}`
  return new ProblemError({ ...invalidParams([{ name, message }]), title: 'Not available by time' })
}

export function notSortable(reason: string): ProblemError {
  const message = `cannot be followed: the whole list is not available for sorting because ${reason}`
  return new ProblemError(invalidParams([{ name: 'sort', message }]))
}

/** Reads the whole list before it yields the first row. */
export async function* walkSorted<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  place: SortPlace,
  minSlot: number | null = null,
): AsyncGenerator<WalkStep<M>, WalkEnd> {
  const start = 'sort' in place.cursor ? place.cursor : null
  if (!start && place.cursor !== FIRST_PAGE) throw wrongListError()
  let [indexer] = indexersOf(network)
  const { value: list, via } = await fromSlot(network, minSlot, slotWaitDeadline(), null, () => {
    const deadline = clock().monotonic() + READING_MS
    return onSomeIndexer(network, { place: start?.indexer ?? null, minSlot }, async (each, spare) => {
      const call = { deadline, patienceMs: null, urgency: new Urgency('export'), minSlot, spare }
      const whole = await wholeList({ indexer: each, method, params }, call)
      indexer = each
      return whole
    })
  })
  const { created } = place.sort
  if (!list.isWhole) throw created ? notFilterable(created, list.reason) : notSortable(list.reason)
  const asked = { indexer, method, params }
  const decode = await decoderOf(asked, place.sort)
  if (typeof decode === 'string') throw notSortable(decode)
  const { sorted, from, cursorBehind, proven } = await openSorted(asked, list, place.sort, start, decode)
  const known = { repeatsRemoved: list.repeats, requests: via === 'miss' ? list.requests : 0 }
  let at = from
  do {
    const to = Math.min(at + MAX_LIMIT, sorted.length)
    const items = sorted.rows(at, to) as ItemOf<M>[]
    const who = answeredBy(indexer, list.slot)
    yield { items, slot: list.slot, cursor: cursorBehind(to, []), ordered: true, ...known, ...who }
    at = to
  } while (at < sorted.length)
  const { moved: _, ...claim } = proven
  return { ...claim, next: null, problem: null, ...known }
}

function reasonOfAll({ completeReason, rows }: WholeList, { created }: Sort, listed: number): string {
  if (!created) return completeReason
  return `${completeReason}; of its ${formatCount(rows.length, 'row')} ${groupDigits(listed)} ${nounFor(listed, 'was', 'were')} ${createdText(created)}`
}

async function openSorted<M extends ListMethod>(
  { indexer, method, params }: AskedList<M>,
  list: WholeList,
  sort: Sort,
  cursor: SortedCursor | null,
  decode: RowDecoder | null,
) {
  const sorted = await sortedList(method, list, sort, sliceOf(params), decode)
  if (cursor && !sorted.compares(cursor.position)) throw wrongListError()
  const moved = cursor !== null && (cursor.moved || (cursor.indexer !== null && cursor.indexer !== indexer.number))
  const isOnly = indexersOf(indexer.network).length === 1
  const source = isOnly ? { indexer: null, moved: false } : { indexer: indexer.number, moved }
  const firstSlot = cursor ? cursor.firstSlot : list.slot
  const proven: Pick<AnswerMeta, 'complete' | 'completeReason' | 'moved'> = moved
    ? { complete: null, moved, completeReason: MOVED }
    : { complete: true, completeReason: reasonOfAll(list, sort, sorted.length) }
  return {
    sorted,
    from: cursor ? sorted.rowsUpTo(cursor.position) : 0,
    proven,
    cursorBehind(rows: number, trail: SortedCursor['trail']): string | null {
      if (rows >= sorted.length) return null
      const at = { sort, position: sorted.placeBehind(rows), trail, firstSlot, given: true, ...source }
      return encodeCursor(indexer.network, method, params, at)
    },
  }
}
