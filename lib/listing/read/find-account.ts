import 'server-only'
import type { ProblemCode } from '../../api/problem'
import type { UrlFilter } from '../../page/address'
import type { AccountItem } from '../../protocol/rpc/items'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { limits } from '../../rpc-client/limits'
import { Urgency } from '../../rpc-client/urgency'
import { onSomeIndexer } from '../../upstream/indexer/failover'
import { fromSlot } from '../../upstream/min-slot'
import type { Network } from '../../upstream/networks/networks'
import { chunkOf } from './chunk'

/** Result of a search in the first accounts of an owner, and how far it went. features.md e5. */
export interface AccountSearch {
  /** The row with the hash; null: not among those searched, which is not to say that it does not exist. */
  account: AccountItem | null
  /** Its place among them, from 0; -1 where it was not found. */
  place: number
  searched: number
  whole: boolean
  slot: number
  /** When the indexer answered, ISO 8601 UTC. */
  fetchedAt: string
  /** Why the list is an old copy; null when it is fresh. */
  staleReason: ProblemCode | null
}

/**
 * Looks for a hash in the first answer of an owner's list: one upstream call of at most 1,000 rows, shared with whoever
 * reads that list now. The interface has no way to request an account by its hash (Interface part 4).
 * @param deadline monotonic milliseconds.
 * @throws RpcError
 */
export async function findAccount(
  network: Network,
  owner: string,
  filters: readonly UrlFilter[],
  hash: string,
  deadline: number,
  minSlot: { slot: number; until: number } | null = null,
): Promise<AccountSearch> {
  const list = { owner, ...(filters.length > 0 && { filters: filters.map((memcmp) => ({ memcmp })) }) }
  const slot = minSlot?.slot ?? null
  const cached = await fromSlot(network, slot, minSlot?.until ?? 0, null, () =>
    onSomeIndexer(network, { minSlot: slot }, (indexer, spare) => {
      const patienceMs = spare ? null : limits().patienceMs
      const call = { deadline, urgency: new Urgency('interactive'), patienceMs, spare, minSlot: slot }
      return chunkOf(indexer, 'getCompressedAccountsByOwner', list, null, MAX_LIMIT, call)
    }),
  )
  const chunk = cached.value
  const rows = chunk.rows as readonly AccountItem[]
  const place = rows.findIndex((row) => row.hash === hash)
  return {
    account: rows[place] ?? null,
    place,
    searched: rows.length,
    whole: chunk.cursor === null,
    slot: chunk.slot,
    fetchedAt: chunk.fetchedAt,
    staleReason: cached.trouble?.reason ?? null,
  }
}
