import type { MethodName, Params, Result } from '@/lib/protocol/rpc/methods'
import type { Clock } from '../../platform/clock'
import type { Work } from '../json-rpc/work'
import type { Reader } from '../store/store'

/** What an answer depends on besides the store. */
export interface Chain {
  /** Highest slot that exists right now; null where nobody said. Told to the health answer alone, which lives by it. */
  tip: number | null
  /** The slot reached, where it is known without asking the store. */
  slot?: number | null
  /** Slots of lag above which the indexer calls itself behind. */
  maxLagSlots: number
  /** Slots that the ledger has gone on since the store reached this one, where the tip does not tell; absent: it does. */
  goneOn?(slot: number): number
  /** True where nodes tell the newest slot: it may fall. */
  isLive?: boolean
  /** What nodes answer instead of the newest slot, in words; null or absent where none answers at all. */
  headUnknown?: string | null
  /** Why no block comes although the chain goes on, in words; null or absent while blocks come. */
  standing?: string | null
  /** Why nothing is stored right now, in words; null or absent while it is. */
  stopped?: string | null
  /** True once the store is known to be damaged. */
  damaged?: boolean
  /** The machine's unless a test has another. */
  clock?: Clock
  /** What the request body may cost; each step of a long task checks it. */
  work?: Work
}

/**
 * Answers one operation from the store. What it reads has to be of one slot: with filters it is run inside one read transaction,
 * else it reads by one statement.
 * @throws MethodError for what the caller should be told.
 */
export type Handler<M extends MethodName> = (db: Reader, params: Params<M>, chain: Chain) => Promise<Result<M>>
