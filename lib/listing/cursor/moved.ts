import { base58 } from '@scure/base'
import { type ListMethod, listOf } from '../../protocol/rpc/methods'
import { type Indexer, indexersOf } from '../../upstream/networks/networks'
import type { ListingCursor, Position } from './cursor'

/* Another indexer has other rows and cursors: the list continues after its last row, and no longer counts as complete. */

export function indexerNumberOf({ position, indexer, given }: ListingCursor): number | null {
  const isStart = position.upstream === null && position.after === null
  if (isStart || !given) return null
  // Written when the network had only one indexer.
  return indexer ?? 1
}

/** The cursor as this indexer needs it. Null if the last row before it is unknown. */
export function cursorOnIndexer(indexer: Indexer, method: ListMethod, cursor: ListingCursor): ListingCursor | null {
  const begun = indexerNumberOf(cursor)
  if (indexersOf(indexer.network).length === 1 || begun === null || begun === indexer.number) return cursor
  const position = positionOnOtherIndexer(method, cursor.position)
  if (!position) return null
  // Earlier pages after a known row can be found again; pages before one that cannot are dropped.
  const trail = cursor.trail.map((earlier) => positionOnOtherIndexer(method, earlier))
  const known = trail.slice(trail.lastIndexOf(null) + 1).filter((earlier) => earlier !== null)
  return { ...cursor, position, trail: known, indexer: indexer.number }
}

export function positionOnOtherIndexer(method: ListMethod, position: Position): Position | null {
  const key = position.after ?? position.behind
  if (!key) return null
  const { orderStatus, rowsBefore } = position
  const { chunked, orders } = listOf(method)
  if (chunked) return { upstream: null, after: key, orderStatus, rowsBefore, moved: true }
  const [order] = orders
  const upstream = base58.encode(order.cursorOf(order.ofKey(key)))
  return { upstream, after: null, orderStatus, rowsBefore, behind: key, moved: true }
}
