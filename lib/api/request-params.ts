import type { MethodName, Params } from '../protocol/rpc/methods'

/** What the explorer is asked beside the interface's parameters; an indexer is never sent it. */
interface OwnParams {
  /** How a list is sorted, as lib/listing/address/columns.ts reads it. design.md 4.3. */
  sort?: string | null | undefined
  /** Slot that the answer must not be older than. design.md 4.4. */
  minSlot?: number | null | undefined
}

/** What the explorer is asked for an operation: the interface's parameters and its own. */
export type RequestParams<M extends MethodName> = Params<M> | (Params<M> & OwnParams)

/** The interface's parameters of a request, its sort as it stands there, and its slot; null: none. */
export function splitRequest<M extends MethodName>(
  request: RequestParams<M>,
): { params: Params<M>; sort: string | null; minSlot: number | null } {
  const { sort, minSlot, ...params } = request as Params<M> & OwnParams
  // What the compiler loses: without these members the rest is the interface's.
  return { params: params as unknown as Params<M>, sort: sort || null, minSlot: minSlot ?? null }
}
