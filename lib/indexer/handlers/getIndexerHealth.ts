import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { MethodError, STORE_DAMAGED } from '../json-rpc/method-error'
import { slotReached } from '../store/apply'
import type { Handler } from './handler'

/** An error when the store is damaged, cannot be written or lags, or the tip is unknown or far below it. Interface 4.1. */
export const getIndexerHealth: Handler<'getIndexerHealth'> = async (
  db,
  _params,
  { tip, maxLagSlots, slotsSinceStored, isLive, headUnknown, stallReason, stopped, damaged },
) => {
  if (damaged?.()) throw new MethodError(RPC_CODES.server, STORE_DAMAGED)
  const why = stopped?.()
  if (why) throw new MethodError(RPC_CODES.server, `Ingestion stopped: ${why}`)
  if (tip === null) {
    const said = headUnknown?.()
    const why = said ? `does not say its newest slot (${said})` : 'does not answer'
    throw new MethodError(RPC_CODES.server, `The Solana node ${why}, so the lag is not known`)
  }
  const slot = await slotReached(db)
  if (isLive && slot - tip > maxLagSlots) {
    throw new MethodError(
      RPC_CODES.server,
      `The Solana node is at slot ${tip}, ${slot - tip} slots below what is stored`,
    )
  }
  const lag = Math.max(tip - slot, slotsSinceStored?.(slot) ?? 0)
  if (lag > maxLagSlots) {
    const waiting = stallReason?.()
    throw new MethodError(RPC_CODES.server, `Node is behind ${lag} slots${waiting ? `: ${waiting}` : ''}`)
  }
  return 'ok'
}
