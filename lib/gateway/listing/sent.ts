import 'server-only'
import { isListMethod, listOf, type MethodName, type Params } from '../../rpc/methods'
import { MAX_LIMIT } from '../../rpc/primitives'
import { DEFAULT_LIMIT } from '../../urls/links'
import type { Network } from '../networks'
import { sendable } from '../upstream/sendable'
import { decodeCursor, FIRST_PAGE } from './cursor'

/**
 * What the indexer is sent for a request to the explorer: a page of a list is cut from a chunk, so it has the chunk's
 * cursor and limit. design.md 5, "Owner listings".
 * @throws ProblemError invalid_params for a cursor that is none of this list's.
 */
export function sentFor<M extends MethodName>(network: Network, method: M, params: Params<M>): Params<M> {
  if (!isListMethod(method)) return sendable(params) as Params<M>
  const { cursor, limit = DEFAULT_LIMIT, ...listing } = params as Params<typeof method>
  const { position } = cursor ? decodeCursor(network, method, params, cursor) : FIRST_PAGE
  const rows = listOf(method).chunked ? MAX_LIMIT : limit
  return sendable({ ...listing, cursor: position.upstream, limit: rows }) as Params<M>
}
