import 'server-only'
import { statusOf } from '@/lib/gateway/health/probe'
import type { Network } from '@/lib/gateway/networks'
import type { IndexerStatus } from '@/lib/rpc/status'

/** A page about one network waits no longer (ms) for what is known of another. */
const SOON_MS = 50

/** A network's state if it is known already, else null while its indexer is looked at for the first time. */
export async function statusSoon(network: Network): Promise<IndexerStatus | null> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), SOON_MS)
  })
  const status = await Promise.race([statusOf(network, 0), patience])
  clearTimeout(timer)
  return status
}
