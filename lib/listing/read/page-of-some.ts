import 'server-only'
import { isRpcError } from '../../protocol/rpc/failure'
import type { ListMethod, Params } from '../../protocol/rpc/methods'
import { onSomeIndexer } from '../../upstream/indexer/failover'
import { indexersInTurn } from '../../upstream/indexer/indexers'
import { type Indexer, indexersOf, type Network } from '../../upstream/networks/networks'
import { cursorFor, indexerOf } from '../cursor/moved'
import type { PagePlace } from '../cursor/place'
import { type AskedList, type ChunkCall, isRemembered } from './chunk'
import { type ListingPage, listPage } from './listing'
import { sortedListPage } from './sorted-listing'

/**
 * One indexer's rows only. Old chunks are the last resort, after all indexers failed.
 * @throws RpcError
 * @throws ProblemError for a cursor of another list
 */
export async function pageOfSome<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  place: PagePlace,
  limit: number,
  call: ChunkCall,
): Promise<ListingPage<M>> {
  const { minSlot } = call
  const wanted = { place: place.in === 'sorted' ? place.cursor.indexer : indexerOf(place.cursor), minSlot }
  const from = (indexer: Indexer, how: ChunkCall) => pageFrom({ indexer, method, params }, place, limit, how)
  if (indexersOf(network).length === 1) return onSomeIndexer(network, wanted, (indexer) => from(indexer, call))
  try {
    return await onSomeIndexer(network, wanted, (indexer, spare) => from(indexer, { ...call, spare, patienceMs: null }))
  } catch (error) {
    if (!isRpcError(error) || call.patienceMs === null) throw error
    for (const indexer of indexersInTurn(network, wanted)) {
      const cursor = place.in === 'sorted' ? null : cursorFor(indexer, method, place.cursor)
      const old = cursor && isRemembered({ indexer, method, params }, cursor.position.upstream, limit)
      const page = old ? await from(indexer, call).catch(() => null) : null
      if (page) return page
    }
    throw error
  }
}

/** Null: it has no way to the place. */
async function pageFrom<M extends ListMethod>(
  asked: AskedList<M>,
  place: PagePlace,
  limit: number,
  call: ChunkCall,
): Promise<ListingPage<M> | null> {
  if (place.in === 'sorted') return sortedListPage(asked, place, limit, call)
  const cursor = cursorFor(asked.indexer, asked.method, place.cursor)
  if (!cursor) return null
  if (place.sort === null) return listPage(asked, cursor, limit, call)
  return sortedListPage(asked, { ...place, cursor }, limit, call)
}
