import 'server-only'
import { clock } from '../../platform/clock'
import { limits } from '../../rpc-client/limits'
import { Urgency } from '../../rpc-client/urgency'
import { callIndexer } from '../../upstream/indexer/call'
import { upstreamOf } from '../../upstream/indexer/indexers'
import type { Indexer } from '../../upstream/networks/networks'
import { type ByteFilter, memcmps } from './part'

export type ListSource = Omit<ReturnType<typeof createListSource>, 'indexer'> & { readonly indexer: Indexer | null }

/** Reads from an indexer within its plan, at the lowest priority. */
export function createListSource(indexer: Indexer) {
  const deadline = () => clock().monotonic() + limits().totalMs
  return {
    indexer,
    /** Rows with their whole data. @throws RpcError */
    async list(owner: string, filters: readonly ByteFilter[], limit: number, cursor: string | null) {
      const params = { owner, limit, cursor, ...(filters.length > 0 && { filters: memcmps(filters) }) }
      const urgency = new Urgency('export')
      const answer = await callIndexer(indexer, 'getCompressedAccountsByOwner', params, deadline(), urgency)
      const { value, context } = answer.result
      const { tookMs, fetchedAt } = answer
      return { rows: value.items, slot: context.slot, cursor: value.cursor, tookMs, fetchedAt }
    },
    async slot(): Promise<number> {
      return (await callIndexer(indexer, 'getIndexerSlot', {}, deadline(), new Urgency('export'))).result
    },
    /** Milliseconds between calls that the plan allows; 0: no plan. */
    get paceMs(): number {
      const { plan } = upstreamOf(indexer)
      return plan ? 1_000 / plan.rate : 0
    },
  }
}
