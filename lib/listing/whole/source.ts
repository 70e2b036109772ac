import 'server-only'
import { clock } from '../../platform/clock'
import type { AccountItem } from '../../protocol/rpc/items'
import { limits } from '../../rpc-client/limits'
import { Urgency } from '../../rpc-client/urgency'
import { load } from '../../upstream/indexer/call'
import { upstreamOf } from '../../upstream/indexer/indexers'
import type { Indexer } from '../../upstream/networks/networks'
import { type ByteFilter, memcmps } from './part'

export interface ListSource {
  readonly indexer: Indexer | null
  /** With whole data. @throws RpcError */
  list(owner: string, filters: readonly ByteFilter[], limit: number, cursor: string | null): Promise<ListAnswer>
  slot(): Promise<number>
  /** Milliseconds between calls in its plan; 0: no plan. */
  readonly paceMs: number
}

export interface ListAnswer {
  rows: readonly AccountItem[]
  slot: number
  cursor: string | null
  tookMs: number
  fetchedAt: string
}

/** Within the indexer's plan, at the lowest priority. */
export function sourceAt(indexer: Indexer): ListSource {
  const deadline = () => clock().monotonic() + limits().totalMs
  return {
    indexer,
    async list(owner, filters, limit, cursor) {
      const params = { owner, limit, cursor, ...(filters.length > 0 && { filters: memcmps(filters) }) }
      const urgency = new Urgency('export')
      const answer = await load(indexer, 'getCompressedAccountsByOwner', params, deadline(), urgency)
      const { value, context } = answer.result
      const { tookMs, fetchedAt } = answer
      return { rows: value.items, slot: context.slot, cursor: value.cursor, tookMs, fetchedAt }
    },
    async slot() {
      return (await load(indexer, 'getIndexerSlot', {}, deadline(), new Urgency('export'))).result
    },
    get paceMs() {
      const { plan } = upstreamOf(indexer)
      return plan ? 1_000 / plan.rate : 0
    },
  }
}
