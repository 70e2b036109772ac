import type { MethodName, Params } from '../protocol/rpc/methods'

/** Slots in which accounts were created: from `since` on, before `until`. Null: open. */
export interface CreatedRange {
  since: number | null
  until: number | null
}

interface OwnParams extends Partial<CreatedRange> {
  /** Parsed by lib/listing/address/columns.ts. design.md 4.3. */
  sort?: string | null | undefined
  minSlot?: number | null | undefined
}

export type RequestParams<M extends MethodName> = Params<M> | (Params<M> & OwnParams)

/** The bounds that it has. */
export function createdParams({ since, until }: CreatedRange): Partial<CreatedRange> {
  return { ...(since !== null && { since }), ...(until !== null && { until }) }
}

export function splitRequest<M extends MethodName>(
  request: RequestParams<M>,
): { params: Params<M>; sort: string | null; minSlot: number | null; created: CreatedRange | null } {
  const { sort, minSlot, since = null, until = null, ...params } = request as Params<M> & OwnParams
  const created = since === null && until === null ? null : { since, until }
  return { params: params as unknown as Params<M>, sort: sort ?? null, minSlot: minSlot ?? null, created }
}
