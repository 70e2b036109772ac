import type { MethodName, Params, Result } from '@/lib/protocol/rpc/methods'
import type { Clock } from '../../platform/clock'
import type { Work } from '../json-rpc/work'
import type { Reader } from '../store/store'

export interface LiveChain {
  /** Highest slot right now; null: unknown. */
  tip(): number | null | Promise<number | null>
  maxLagSlots: number
  /** Slots of the ledger since the store reached `slot`, where the tip cannot show it; absent: the tip does. */
  goneOn?(slot: number): number
  /** True where nodes report the newest slot: it may fall. */
  isLive?: boolean
  /** What nodes return instead of the newest slot; null or absent: none responds. */
  headUnknown?(): string | null
  /** Why no block arrives although the chain moves; null or absent: blocks arrive. */
  standing?(): string | null
  /** Why nothing is stored right now; null or absent: it is. */
  stopped?(): string | null
  damaged?(): boolean
  /** Why nothing may be answered: the chain was replaced; null or absent: it was not. */
  replaced?(): string | null
}

export interface Chain extends Omit<LiveChain, 'tip'> {
  /** Only set for getIndexerHealth. */
  tip: number | null
  clock?: Clock
  work?: Work
}

/** All reads must be of one slot: a single statement, or a read transaction for filters. @throws MethodError */
export type Handler<M extends MethodName> = (db: Reader, params: Params<M>, chain: Chain) => Promise<Result<M>>
