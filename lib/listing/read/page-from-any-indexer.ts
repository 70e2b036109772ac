import 'server-only'
import { isRpcError } from '../../protocol/rpc/failure'
import type { ListMethod, Params } from '../../protocol/rpc/methods'
import { onSomeIndexer } from '../../upstream/indexer/failover'
import { indexersInTurn } from '../../upstream/indexer/indexers'
import { type Indexer, indexersOf, type Network } from '../../upstream/networks/networks'
import { cursorOnIndexer, indexerNumberOf } from '../cursor/moved'
import type { PagePlace } from '../cursor/place'
import { type ChunkCall, isChunkCached } from './chunk'
import { type ListingPage, listPage } from './listing'
import { sortedListPage } from './sorted-listing'

/** All rows are from one indexer. Cached old chunks are the last resort, after all indexers failed. */
export async function pageFromAnyIndexer<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  { sort, cursor }: PagePlace,
  limit: number,
  call: ChunkCall,
): Promise<ListingPage<M>> {
  const wanted = { place: 'sort' in cursor ? cursor.indexer : indexerNumberOf(cursor), minSlot: call.minSlot }
  const placeAt = (indexer: Indexer) => ('sort' in cursor ? cursor : cursorOnIndexer(indexer, method, cursor))
  /** Null: the place cannot be found on this indexer. */
  const from = async (indexer: Indexer, how: ChunkCall) => {
    const asked = { indexer, method, params }
    const place = placeAt(indexer)
    if (!place) return null
    if (sort) return sortedListPage(asked, { sort, cursor: place }, limit, how)
    return 'sort' in place ? null : listPage(asked, place, limit, how)
  }
  if (indexersOf(network).length === 1) return onSomeIndexer(network, wanted, (indexer) => from(indexer, call))
  try {
    return await onSomeIndexer(network, wanted, (indexer, spare) => from(indexer, { ...call, spare, patienceMs: null }))
  } catch (error) {
    if (!isRpcError(error) || call.patienceMs === null) throw error
    for (const indexer of indexersInTurn(network, wanted)) {
      const place = placeAt(indexer)
      if (!place || 'sort' in place) continue
      const isOld = isChunkCached({ indexer, method, params }, place.position.upstream, limit)
      const page = isOld ? await from(indexer, call).catch(() => null) : null
      if (page) return page
    }
    throw error
  }
}
