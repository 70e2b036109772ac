import { isTooBig } from '../api/rpc-problem'
import { judgeChunk } from '../listing/cursor/order'
import { isNoRoom } from '../listing/read/list-room'
import { isRpcError } from '../protocol/rpc/failure'
import type { AccountItem, AnyItem } from '../protocol/rpc/items'
import type { Order } from '../protocol/rpc/list'
import { type ListMethod, listOf, type Params, type Result } from '../protocol/rpc/methods'
import { base58Bytes, MAX_LIMIT } from '../protocol/rpc/primitives'
import { misplaced } from './misplaced'
import { NO_ROOM, type PartsRead, readParts, SAMPLE_CALLS } from './read-parts'
import { RowsRead, type SideRows } from './rows-read'
import type { CompareRoom, Side } from './side'

/** Answers that a list is read in at the most, on each side: 30,000 rows. Our choice: both are held at once. */
export const MOST_CHUNKS = 30

/** Smaller chunks are not requested: then a single row is too big. */
const SMALLEST_CHUNK = 15

/** Of so many rows one may stand in a wrong place: more, and the list has another order. */
const ROWS_PER_MISPLACED = 100

/** How far lists are read. */
export interface ReadBounds {
  /** Answers that a list is read in at the most. */
  mostChunks: number
  /** Calls at the most for a list that is read in parts; null: only estimates them. */
  mostPartCalls: number | null
}

/**
 * Reads a list of a side from its beginning, answer after answer, as long as they keep the order in which its cursors
 * continue and there are at most `mostChunks` of them. An owner's list that does not keep it is read in parts, or their
 * number estimated. What cannot be read is named. design.md 5, "Owner listings".
 * @throws RpcError
 * @throws NoRoom where there is none for the first answer.
 */
export async function readRows<M extends ListMethod>(
  side: Side,
  method: M,
  params: Params<M>,
  { mostChunks, mostPartCalls }: ReadBounds,
  room: CompareRoom,
): Promise<SideRows> {
  const list = listOf(method)
  const read = new RowsRead()
  room.hold(read)
  let cursor: string | null = null
  let limit = MAX_LIMIT
  let covered: Covered = NOTHING
  let partBecause: string | null = null
  let parts: PartsRead | null = null
  for (let chunks = 0; ; chunks++) {
    if (chunks === mostChunks) {
      partBecause = `it has more rows than ${mostChunks} answers hold`
      break
    }
    let answer: Answered<M>
    try {
      answer = await chunk(side, method, { ...params, cursor }, limit)
    } catch (error) {
      if (!isNoRoom(error) || chunks === 0) throw error
      partBecause = NO_ROOM
      break
    }
    limit = answer.limit
    const { context, value } = answer.result
    const items: readonly AnyItem[] = value.items
    read.add(items, context.slot)
    const place = placeOf(
      list.orders,
      cursor,
      items.map((row) => list.sortKey(row)),
      value.cursor,
    )
    if (place.status === 'unproven') {
      covered = NOTHING
      partBecause = 'its cursors show no known order'
      break
    }
    // The first answer begins the list in whatever order it is sorted; a later one is behind the cursor’s place alone.
    if (place.status === 'broken') {
      if (cursor === null && place.sorted) covered = upTo(place.sorted, place.last)
      partBecause = 'its paging leaves out rows'
      if ('owner' in params && cursor === null) {
        const first = { rows: items as readonly AccountItem[], slot: context.slot, full: true }
        parts = await readParts(side, String(params.owner), first, read, mostPartCalls ?? SAMPLE_CALLS)
        if (mostPartCalls !== null) partBecause = parts.partBecause || null
      }
      break
    }
    covered = value.cursor === null ? EVERYTHING : place.sorted ? upTo(place.sorted, place.last) : NOTHING
    if (value.cursor === null || items.length === 0) {
      covered = EVERYTHING
      break
    }
    cursor = value.cursor
  }
  const until = await side.ask('getIndexerSlot', {})
  return read.ended(until, {
    covers: (row) => covered(list.sortKey(row).bytes) || (parts?.covers(row) ?? false),
    partBecause,
    partsEstimate: parts?.estimate ?? null,
  })
}

/** Whether a place in the list lies in the part of it that was read without a gap. */
type Covered = (key: Uint8Array) => boolean

const EVERYTHING: Covered = () => true
const NOTHING: Covered = () => false

/** All places up to that of a row, that row's own included. */
function upTo(order: Order, last: Uint8Array | null): Covered {
  if (!last) return NOTHING
  const end = order.ofKey(last)
  return (key) => Buffer.compare(order.ofKey(key), end) <= 0
}

/** The order of one chunk, single rows in a wrong place and repeats aside. */
function placeOf(
  orders: readonly Order[],
  before: string | null,
  keys: readonly { bytes: Uint8Array; exact: boolean }[],
  after: string | null,
) {
  const judged = (rest: typeof keys) => ({
    ...judgeChunk(orders, before, rest, after),
    last: rest.at(-1)?.bytes ?? null,
  })
  const first = judged(keys)
  if (first.status === 'ordered') return first
  // In the order of the cursor, which is what it continues behind; where that is not known, in each known one.
  const lengths = [after, before].flatMap((cursor) => base58Bytes(cursor ?? '')?.length ?? [])
  for (const order of orders.filter(({ cursorBytes }) => lengths.includes(cursorBytes))) {
    const out = misplaced(keys.map(({ bytes }) => order.ofKey(bytes)))
    if (out.size > Math.max(1, keys.length / ROWS_PER_MISPLACED)) continue
    const again = judged(keys.filter((_, i) => !out.has(i)))
    if (again.status === 'ordered') return again
  }
  return first
}

interface Answered<M extends ListMethod> {
  result: Result<M>
  limit: number
}

/** One answer of a list; one that is too big for the indexer is requested again with a quarter of the limit. */
async function chunk<M extends ListMethod>(
  side: Side,
  method: M,
  params: Params<M>,
  limit: number,
): Promise<Answered<M>> {
  for (;;) {
    try {
      return { result: await side.ask(method, { ...params, limit }), limit }
    } catch (error) {
      const smaller = Math.floor(limit / 4)
      const isTooBigAnswer = isRpcError(error) && error.failure.kind === 'rpc' && isTooBig(error.failure)
      if (!isTooBigAnswer || smaller < SMALLEST_CHUNK) throw error
      limit = smaller
    }
  }
}
