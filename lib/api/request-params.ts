import type { MethodName, Params } from '../protocol/rpc/methods'

interface OwnParams {
  /** Parsed by lib/listing/address/columns.ts. design.md 4.3. */
  sort?: string | null | undefined
  minSlot?: number | null | undefined
}

export type RequestParams<M extends MethodName> = Params<M> | (Params<M> & OwnParams)

export function splitRequest<M extends MethodName>(
  request: RequestParams<M>,
): { params: Params<M>; sort: string | null; minSlot: number | null } {
  const { sort, minSlot, ...params } = request as Params<M> & OwnParams
  return { params: params as unknown as Params<M>, sort: sort || null, minSlot: minSlot ?? null }
}
