import type { MethodName, Params } from '../rpc/methods'

/**
 * What the explorer is asked for an operation: the interface's parameters and, for a list, how it is sorted, as
 * lib/urls/sort.ts reads it. An indexer is never sent a sort. design.md 4.3.
 */
export type RequestParams<M extends MethodName> = Params<M> | (Params<M> & { sort?: string | null | undefined })

/** The interface's parameters of a request, and its sort as it stands there; null: none. */
export function splitSort<M extends MethodName>(request: RequestParams<M>): { params: Params<M>; sort: string | null } {
  const { sort, ...params } = request as Params<M> & { sort?: string | null | undefined }
  // What the compiler loses: without `sort` these are the interface's.
  return { params: params as unknown as Params<M>, sort: sort || null }
}
