import { RPC_CODES } from '@/lib/rpc/envelope'
import { MethodError } from '../method-error'
import { slotReached } from '../store/apply'
import type { Handler } from './handler'

/** `ok`, or an error when the store is more than the threshold behind the ledger's tip. Interface 4.1. */
export const getIndexerHealth: Handler<'getIndexerHealth'> = (store, _params, { tip, maxLagSlots }) => {
  const lag = tip() - slotReached(store)
  if (lag > maxLagSlots) throw new MethodError(RPC_CODES.server, `Node is behind ${lag} slots`)
  return 'ok'
}
