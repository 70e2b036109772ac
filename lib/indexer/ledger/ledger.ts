import type { HashResult } from '../../protocol/light/check-account'
import type { ParsedTransaction } from '../../protocol/light/transaction'
import type { RoundRetention } from '../store/drop-rounds'
import type { ChainPosition, KnownBlock } from '../store/journal'

/** An entry of getBlock, or a getTransaction result without its slot and time. facts/light-events.md 2. */
export interface RpcTransaction {
  transaction: unknown
  meta: unknown
  version?: unknown
}

/** `blockTime`: Unix seconds; null: unknown. */
export interface LedgerBlock {
  slot: number
  blockTime: number | null
  transactions: RpcTransaction[]
  decoded?: ParsedTransaction[]
  hashes?: CheckedHashes
  chain?: ChainPosition
}

export interface CheckedHashes {
  counts: Record<HashResult, number>
  leftOut: { signature: string; hash: string }[]
}

/** A fork: every stored block above that slot is rolled back before the next step. */
export interface Undo {
  undoTo: number
}

export type LedgerStep = LedgerBlock | Undo

export interface Stall {
  why: string
  seconds: number
}

export interface ChainAnomalies {
  misfits: number
  forks: number
}

export interface Ledger<S extends LedgerStep = LedgerStep> {
  /** Two ledgers with the same identity hold the same data. Shown in refusals. */
  identity: string
  genesisHash?: string
  /** For log lines, e.g. `sandbox` or a folder's path. */
  title: string
  /** The indexer is ready once this slot is stored: the end of the first segment, or the tip of a folder. */
  readySlot: number
  rounds?: RoundRetention
  anomalies?: ChainAnomalies
  /** Live chains only. Null: blocks arrive, or none is awaited. */
  stall?(): Stall | null
  /** Live chains only: nodes on another chain right now, which get no requests. */
  nodesAside?(): number
  /** For the lag in getIndexerHealth. Waits for a node for a bounded time; null: no response. */
  tip(): number | null | Promise<number | null>
  /** Whether outputs into a tree are listed, as of their slot; absent: all are. facts/light-events.md 10. */
  acceptsTree?(tree: Uint8Array, slot: number, signal: AbortSignal): boolean | Promise<boolean>
  /**
   * Blocks above `after` in ascending slot order, and undos of a ledger that can fork. Ends with a folder's last block; a live
   * ledger ends only when `signal` aborts. `known` returns the newest stored blocks, newest first, without steps that were
   * yielded and are not stored yet.
   * @throws Error that names a file that cannot be read
   */
  blocks(after: number, signal: AbortSignal, known?: () => Promise<KnownBlock[]>): AsyncIterable<S>
}

export interface LinearLedger extends Ledger<LedgerBlock> {
  tip(): number
}
