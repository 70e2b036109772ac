import type { MethodName, Params, Result } from '@/lib/protocol/rpc/methods'
import type { Clock } from '../../platform/clock'
import type { WorkBudget } from '../json-rpc/work'
import type { Reader } from '../store/store'

export interface LiveChain {
  /** Highest slot right now; null: unknown. */
  tip(): number | null | Promise<number | null>
  maxLagSlots: number
  /** Slots that the ledger gained since the store reached `slot`, if `tip` cannot show them. */
  slotsSinceStored?(slot: number): number
  /** True if nodes report the newest slot, which may then decrease. */
  isLive?: boolean
  /** Why the newest slot is unknown; null or absent: it is known, or no node responds. */
  headUnknown?(): string | null
  /** Why no block arrives although the chain moves; null or absent: blocks arrive. */
  stallReason?(): string | null
  /** Why nothing is stored right now; null or absent: it is. */
  stopped?(): string | null
  damaged?(): boolean
  /** Why no operation may be answered: the chain was replaced. Null or absent: it was not. */
  replaced?(): string | null
}

export interface ChainState extends Omit<LiveChain, 'tip'> {
  /** Only set for getIndexerHealth. */
  tip: number | null
  clock?: Clock
  work?: WorkBudget
}

/** All reads must be of one slot: a single statement, or a read transaction for filters. @throws MethodError */
export type Handler<M extends MethodName> = (db: Reader, params: Params<M>, chain: ChainState) => Promise<Result<M>>
