import type { HashResult } from '../../protocol/light/check-account'
import type { ParsedTransaction } from '../../protocol/light/transaction'
import type { RoundRetention } from '../store/drop-rounds'

/**
 * One transaction as a Solana RPC node serialises it: an entry of getBlock, or a getTransaction result without its
 * slot and time. `base64` and `json` encodings. Source: facts/light-events.md 2.
 */
export interface RpcTransaction {
  transaction: unknown
  meta: unknown
  version?: unknown
}

/** Where a block stands in its chain, as its node reports: what continuity and forks are judged by. Hashes in base58. */
export interface ChainLink {
  parentSlot: number
  blockhash: string
  parentBlockhash: string
  /** True if the chain never abandons the block (COMMITMENT=finalized): the store keeps nothing to undo it. */
  final?: boolean
}

/** One slot that has a block. `blockTime` is Unix seconds, null where the chain names none. */
export interface LedgerBlock {
  slot: number
  blockTime: number | null
  transactions: RpcTransaction[]
  /** What the transactions mean, from a ledger that has had them decoded: then there are none to decode. */
  decoded?: ParsedTransaction[]
  /** The results of recomputing the hashes of its accounts, from a ledger that checks all of them. */
  hashes?: CheckedHashes
  /** Blocks of a live chain only: a recording has no forks. */
  chain?: ChainLink
}

/** Accounts whose hashes were recomputed from their contents. */
export interface CheckedHashes {
  counts: Record<HashResult, number>
  /** Accounts whose contents make another hash, which were left out. Base58. */
  leftOut: { signature: string; hash: string }[]
}

/** The chain forked: every stored block above that slot is to be rolled back before the next one comes. */
export interface Undo {
  undoTo: number
}

/** What a ledger gives out, to be applied in order. */
export type LedgerStep = LedgerBlock | Undo

/** A stored block, as far as a fork has to know it. */
export interface KnownBlock {
  slot: number
  /** Base58. */
  blockhash: string
}

/** Why no block comes although the chain goes on, in words of ours, and for how long. */
export interface Standing {
  why: string
  seconds: number
}

/** What following a live chain has met since the process started. */
export interface ChainAnomalies {
  /** Blocks fetched again because they did not fit to what was there. */
  misfits: number
  forks: number
}

/** Where blocks come from: the sandbox recording, a folder, a node. A ledger is read only; the follow loop drives it. */
export interface Ledger<S extends LedgerStep = LedgerStep> {
  /** What a store remembers of it: two ledgers with the same identity hold the same data. Shown in refusals. */
  identity: string
  /** Live chains only: what tells them apart, in base58. */
  genesisHash?: string
  /** How the ready line and the log call it, e.g. `sandbox` or a folder's path. */
  title: string
  /** The indexer is ready once this slot is stored: the end of the first segment, or the tip of a folder. */
  readySlot: number
  /** The sandbox only: a store keeps everything of other ledgers. */
  rounds?: RoundRetention
  /** Live chains only. */
  anomalies?: ChainAnomalies
  /** Live chains only: null while blocks come, or none is wanted. */
  standing?(): Standing | null
  /** Live chains only: nodes that are on another chain right now and are not asked. */
  nodesAside?(): number
  /**
   * Highest slot that exists right now; the lag of getIndexerHealth is measured against it. A node is asked for it, with
   * bounded patience; null where it does not answer.
   */
  tip(): number | null | Promise<number | null>
  /**
   * Whether outputs into a tree are listed, as of the slot they came in; without it all are. A live chain looks at who
   * owns the tree. facts/light-events.md 10.
   */
  acceptsTree?(tree: Uint8Array, slot: number, signal: AbortSignal): boolean | Promise<boolean>
  /**
   * Steps from `after` on: blocks above it in ascending slot order, and undos of a ledger that can fork. Ends with a
   * folder's last block; never ends by itself for a live ledger, which stops when `signal` aborts. Throws an error
   * naming the file when one cannot be read. `known` tells what the store holds of the newest blocks, newest first, as
   * it is at the call: steps that were given out and are not stored yet are not in it.
   */
  blocks(after: number, signal: AbortSignal, known?: () => Promise<KnownBlock[]>): AsyncIterable<S>
}

/** A ledger that only goes forward and knows its end: the sandbox recording, a folder. */
export interface StraightLedger extends Ledger<LedgerBlock> {
  tip(): number
}
