import { invalidParams, ProblemError } from '../../api/problem'
import { type CreatedRange, type RequestParams, splitRequest } from '../../api/request-params'
import { DEFAULT_LIMIT } from '../../page/address'
import {
  isListMethod,
  type ListMethod,
  listOf,
  type MethodName,
  type Params,
  rowsNameOf,
} from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { highestSlot } from '../../upstream/cache/cache'
import { sendableParams } from '../../upstream/indexer/transport'
import type { Network } from '../../upstream/networks/networks'
import { NEWEST_FIRST, readSort, type Sort, sortRule } from '../address/columns'
import {
  assertSlotReached,
  decodeCursor,
  encodeCursor,
  FIRST_PAGE,
  type ListingCursor,
  type ListPlace,
  type SortedCursor,
} from './cursor'

export interface PagePlace {
  sort: Sort | null
  /** May be in the list's own order even with a sort: for the first page, and if the list cannot be sorted. */
  cursor: ListingCursor | SortedCursor
}

export type SortPlace = PagePlace & { sort: Sort }

/** With a range of creation it has the newest rows first by default. @throws ProblemError invalid_params */
export function sortOf(method: MethodName, given: string | null, created: CreatedRange | null): Sort | null {
  const text = given ?? (created && NEWEST_FIRST)
  if (text === null) return null
  const sort = isListMethod(method) ? readSort(rowsNameOf(method), text) : null
  if (sort) return created ? { ...sort, created } : sort
  const message = isListMethod(method) ? sortRule(rowsNameOf(method)) : 'is not a parameter of this operation'
  throw new ProblemError(invalidParams([{ name: 'sort', message }]))
}

/** Does not check that the indexer has reached the place. @throws ProblemError invalid_params naming `cursor` */
export function readPlace<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  sort: Sort | null,
): PagePlace {
  const { cursor: text } = params
  return { sort, cursor: text ? decodeCursor(network, method, params, text, sort) : FIRST_PAGE }
}

/** Makes no upstream call. @throws ProblemError invalid_params naming `cursor` or `sort` */
export function readCursor<M extends MethodName>(network: Network, method: M, request: RequestParams<M>): ListPlace {
  const { params, sort: text, created } = splitRequest<M>(request)
  const sort = sortOf(method, text, created)
  if (!isListMethod(method) || !('cursor' in params) || !params.cursor) {
    return { rowsBefore: 0, previous: null, isFirst: true, firstSlot: null }
  }
  const { cursor } = readPlace<ListMethod>(network, method, params, sort)
  if (typeof cursor.placeSlot === 'number') assertSlotReached(cursor, highestSlot(network) ?? Number.POSITIVE_INFINITY)
  const { position, trail, firstSlot } = cursor
  const before = trail.at(-1)
  const earlier = before && { ...cursor, position: before, trail: trail.slice(0, -1) }
  return {
    rowsBefore: position.rowsBefore,
    previous: earlier ? encodeCursor(network, method, params, earlier as typeof cursor) : null,
    isFirst: false,
    firstSlot,
  }
}

/** A page is cut from a chunk, so the indexer gets the cursor and limit of that chunk. design.md 5, "Owner listings". */
export function sentParams<M extends MethodName>(network: Network, method: M, request: RequestParams<M>): Params<M> {
  const { params, sort, created } = splitRequest<M>(request)
  if (!isListMethod(method)) return sendableParams(params) as Params<M>
  const { cursor: _, limit = DEFAULT_LIMIT, ...listing } = params as Params<typeof method>
  const by = sortOf(method, sort, created)
  const { cursor } = readPlace<ListMethod>(network, method, params as Params<ListMethod>, by)
  // A sorted page is cut from the whole list, which is read from its first chunk on.
  const upstream = 'sort' in cursor ? null : cursor.position.upstream
  const rows = listOf(method).chunked ? MAX_LIMIT : limit
  return sendableParams({ ...listing, cursor: upstream, limit: rows }) as Params<M>
}
