/**
 * One transaction as a Solana RPC node serialises it: an entry of getBlock, or a getTransaction result without its
 * slot and time. `base64` and `json` encodings. Source: facts/light-events.md 2.
 */
export interface RpcTransaction {
  transaction: unknown
  meta: unknown
  version?: unknown
}

/** One slot that has a block. `blockTime` is Unix seconds, null where the chain names none. */
export interface LedgerBlock {
  slot: number
  blockTime: number | null
  transactions: RpcTransaction[]
}

/** Where blocks come from: the sandbox recording or a folder. A ledger is read only; the follow loop drives it. */
export interface Ledger {
  /** What a store remembers of it: two ledgers with the same identity hold the same data. Shown in refusals. */
  identity: string
  /** How the ready line and the log call it, e.g. `sandbox` or a folder's path. */
  title: string
  /** The indexer is ready once this slot is stored: the end of the first stretch, or the tip of a folder. */
  readySlot: number
  /** Highest slot that exists right now; the lag of getIndexerHealth is measured against it. */
  tip(): number
  /**
   * Blocks above `after`, in ascending slot order. Ends with a folder's last block; never ends by itself for a live
   * ledger, which stops when `signal` aborts. Throws an error naming the file when one cannot be read.
   */
  blocks(after: number, signal: AbortSignal): AsyncIterable<LedgerBlock>
}
