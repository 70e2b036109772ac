import type { TransactionUpdate } from '../../protocol/light/updates'
import type { ChainPosition } from './journal'

export interface BlockChanges {
  slot: number
  /** Unix seconds; 0: the chain has none. */
  blockTime: number
  /** Inputs that are not stored are ignored. */
  transactions: TransactionUpdate[]
  /** Only for blocks of a live chain. */
  chain?: ChainPosition
}
