import 'server-only'
import type { IndexerStatus } from '@/lib/api/status'
import { loadStatusWithin } from '@/lib/status/load'
import type { Network } from '@/lib/upstream/networks/networks'

/** A page about one network waits at most this long (ms) for the status of another. */
const SOON_MS = 50

/** A network's status if it is known already; null while its indexer is checked for the first time. */
export function statusSoon(network: Network): Promise<IndexerStatus | null> {
  return loadStatusWithin(network, 0, SOON_MS)
}
