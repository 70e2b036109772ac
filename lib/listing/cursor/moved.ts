import { base58 } from '@scure/base'
import { type ListMethod, listOf } from '../../protocol/rpc/methods'
import { type Indexer, indexersOf } from '../../upstream/networks/networks'
import type { ListingCursor, Position } from './cursor'

/*
 * A list belongs to the indexer that began it: another one has other rows, and an upstream cursor of its own. Where the
 * first one fails, the list goes on behind its last row on the other one, and never again claims to be whole.
 */

/** Number of the indexer that a cursor's place is in; null: any indexer has it. */
export function indexerOf({ position, indexer, given }: ListingCursor): number | null {
  const isStart = position.upstream === null && position.after === null
  if (isStart || !given) return null
  // Those that name none are of a time when the network had one.
  return indexer ?? 1
}

/**
 * The place of a cursor in the list of an indexer: the same where it is that one's, else behind the same row; null where
 * nothing tells which row that is.
 */
export function cursorFor(indexer: Indexer, method: ListMethod, cursor: ListingCursor): ListingCursor | null {
  const begun = indexerOf(cursor)
  if (indexersOf(indexer.network).length === 1 || begun === null || begun === indexer.number) return cursor
  const position = movedPosition(method, cursor.position)
  if (!position) return null
  // Earlier pages that begin behind a known row can be found again; those before the first that cannot are left out.
  const trail = cursor.trail.map((earlier) => movedPosition(method, earlier))
  const known = trail.slice(trail.lastIndexOf(null) + 1).filter((earlier) => earlier !== null)
  return { ...cursor, position, trail: known, indexer: indexer.number }
}

/** Behind the same row, in the list of another indexer; null where the row is not known. */
export function movedPosition(method: ListMethod, position: Position): Position | null {
  const key = position.after ?? position.behind
  if (!key) return null
  const { orderStatus, rowsBefore } = position
  const { chunked, orders } = listOf(method)
  if (chunked) return { upstream: null, after: key, orderStatus, rowsBefore, moved: true }
  // Of a list that is not read in chunks the cursor behind a row is known: cursorAt() makes it likewise.
  const [order] = orders
  const upstream = base58.encode(order.cursorOf(order.ofKey(key)))
  return { upstream, after: null, orderStatus, rowsBefore, behind: key, moved: true }
}
