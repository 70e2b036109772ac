import 'server-only'
import { type RequestParams, splitRequest } from '../../api/request-params'
import { DEFAULT_LIMIT } from '../../page/address'
import { isListMethod, type ListMethod, listOf, type MethodName, type Params } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { sendable } from '../../upstream/indexer/transport'
import type { Network } from '../../upstream/networks/networks'
import { FIRST_PAGE } from './cursor'
import { placeOf, sortOf } from './place'

/**
 * What the indexer is sent for a request to the explorer: a page of a list is cut from a chunk, so it has the chunk's
 * cursor and limit. design.md 5, "Owner listings".
 * @throws ProblemError invalid_params for a cursor that is none of this list's.
 */
export function sentFor<M extends MethodName>(network: Network, method: M, request: RequestParams<M>): Params<M> {
  const { params, sort } = splitRequest<M>(request)
  if (!isListMethod(method)) return sendable(params) as Params<M>
  const { cursor: _, limit = DEFAULT_LIMIT, ...listing } = params as Params<typeof method>
  const place = placeOf<ListMethod>(network, method, params as Params<ListMethod>, sortOf(method, sort))
  // A sorted page is cut from the whole list, which is read from its first chunk on.
  const { position } = place.in === 'list' ? place.cursor : FIRST_PAGE
  const rows = listOf(method).chunked ? MAX_LIMIT : limit
  return sendable({ ...listing, cursor: position.upstream, limit: rows }) as Params<M>
}
