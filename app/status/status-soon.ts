import 'server-only'
import type { IndexerStatus } from '@/lib/api/status'
import { door } from '@/lib/server/door'
import type { Network } from '@/lib/upstream/networks/networks'

/** A page about one network waits at most this long (ms) for the status of another. */
const SOON_MS = 50

/** A network's status if it is known already; null while its indexer is checked for the first time. */
export function statusSoon(network: Network): Promise<IndexerStatus | null> {
  return door().statusWithin(network, 0, SOON_MS)
}
