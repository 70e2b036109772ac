import 'server-only'
import { clock } from '../../platform/clock'
import type { AccountItem } from '../../protocol/rpc/items'
import { limits } from '../../rpc-client/limits'
import { Urgency } from '../../rpc-client/urgency'
import { load } from '../../upstream/indexer/call'
import { upstreamOf } from '../../upstream/indexer/guards'
import type { Indexer } from '../../upstream/networks/networks'
import { type ByteFilter, memcmps } from './part'

export interface ListSource {
  /** Which indexer it is; null where it is none. */
  readonly indexer: Indexer | null
  /** One answer of it, data whole. @throws RpcError */
  list(owner: string, filters: readonly ByteFilter[], limit: number, cursor: string | null): Promise<ListAnswer>
  /** The slot that it has reached. @throws RpcError */
  slot(): Promise<number>
  /** Milliseconds between two calls that its plan allows; 0: it has none. */
  readonly paceMs: number
}

export interface ListAnswer {
  rows: readonly AccountItem[]
  slot: number
  cursor: string | null
  /** Milliseconds that the indexer took for it. */
  tookMs: number
  fetchedAt: string
}

/** An indexer as a source: as a guest within its plan, behind everybody who waits. */
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
