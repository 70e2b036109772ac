import 'server-only'
import type { IndexerStatus } from '@/lib/api/status'
import { loadStatusWithin } from '@/lib/status/load'
import type { Network } from '@/lib/upstream/networks/networks'

/** Milliseconds that a page waits for the status of another network. */
const SOON_MS = 50

export function statusSoon(network: Network): Promise<IndexerStatus | null> {
  return loadStatusWithin(network, 0, SOON_MS)
}
