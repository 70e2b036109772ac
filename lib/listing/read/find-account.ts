import 'server-only'
import type { UrlFilter } from '../../page/address'
import type { AccountItem } from '../../protocol/rpc/items'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { limits } from '../../rpc-client/limits'
import { Urgency } from '../../rpc-client/urgency'
import { onSomeIndexer } from '../../upstream/indexer/failover'
import { fromSlot } from '../../upstream/min-slot'
import type { Network } from '../../upstream/networks/networks'
import { loadChunk } from './chunk'

export type AccountSearch = Awaited<ReturnType<typeof findAccount>>

/**
 * Searches the first 1,000 rows, since no operation finds an account by its hash alone (Interface part 4). features.md
 * e5. @param deadline monotonic milliseconds
 */
export async function findAccount(
  network: Network,
  owner: string,
  filters: readonly UrlFilter[],
  hash: string,
  deadline: number,
  minSlot: { slot: number; until: number } | null = null,
) {
  const method = 'getCompressedAccountsByOwner' as const
  const params = { owner, ...(filters.length > 0 && { filters: filters.map((memcmp) => ({ memcmp })) }) }
  const slot = minSlot?.slot ?? null
  const cached = await fromSlot(network, slot, minSlot?.until ?? 0, null, () =>
    onSomeIndexer(network, { minSlot: slot }, (indexer, spare) => {
      const patienceMs = spare ? null : limits().patienceMs
      const call = { deadline, urgency: new Urgency('interactive'), patienceMs, spare, minSlot: slot }
      return loadChunk({ indexer, method, params }, null, MAX_LIMIT, call)
    }),
  )
  const chunk = cached.value
  const rows = chunk.rows as readonly AccountItem[]
  const place = rows.findIndex((row) => row.hash === hash)
  return {
    /** Null: not among the searched rows, but it may exist. */
    account: rows[place] ?? null,
    /** From 0; -1: not found. */
    place,
    searched: rows.length,
    whole: chunk.cursor === null,
    slot: chunk.slot,
    fetchedAt: chunk.fetchedAt,
    staleReason: cached.trouble?.reason ?? null,
  }
}
