import 'server-only'
import type { IndexerStatus } from '@/lib/api/status'
import type { Network } from '@/lib/gateway/networks'
import { door } from '@/lib/server/door'

/** A page about one network waits no longer (ms) for what is known of another. */
const SOON_MS = 50

/** A network's state if it is known already, else null while its indexer is looked at for the first time. */
export function statusSoon(network: Network): Promise<IndexerStatus | null> {
  return door().statusWithin(network, 0, SOON_MS)
}
