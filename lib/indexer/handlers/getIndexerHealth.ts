import { RPC_CODES } from '@/lib/rpc/envelope'
import { MethodError } from '../method-error'
import { slotReached } from '../store/apply'
import type { Handler } from './handler'

/** `ok`, or an error when nothing can be stored, or the store is more than the threshold behind the tip. Interface 4.1. */
export const getIndexerHealth: Handler<'getIndexerHealth'> = (store, _params, { tip, maxLagSlots, stopped }) => {
  const why = stopped?.() ?? null
  if (why !== null) throw new MethodError(RPC_CODES.server, `Ingestion stopped: ${why}`)
  const lag = tip() - slotReached(store)
  if (lag > maxLagSlots) throw new MethodError(RPC_CODES.server, `Node is behind ${lag} slots`)
  return 'ok'
}
