import type { RpcTransaction } from '../ledger/ledger'
import type { Reach } from './reach'

/** A block as far as its recording tells; what is absent was not recorded. Integers beyond 2^53 are bigint. */
export interface ChainBlock {
  /** Seconds since the Unix epoch. */
  blockTime: number | null
  transactions: RpcTransaction[]
  blockhash?: string | undefined
  previousBlockhash?: string | undefined
  parentSlot?: number | undefined
  blockHeight?: number | null | undefined
  rewards?: unknown
}

/** A transaction of a recording, where it stands. */
export interface ChainTransaction {
  slot: number
  /** Seconds since the Unix epoch; null where the recording has no time. */
  blockTime: number | null
  transaction: RpcTransaction
}

/** An account of the chain itself. Keys are base58. */
export interface ChainAccount {
  owner: string
  lamports: bigint
  data: Uint8Array
  executable: boolean
  rentEpoch: bigint
}

/**
 * The chain behind a recording, as far as the recording holds it. Nothing is kept of what was read but where it stands.
 * Whoever asks says how far the indexer has come.
 */
export interface RecordedChain {
  /** Base58 of 32 bytes. */
  genesisHash: string
  /**
   * A transaction by its signature in base58. `slot`: where the store has it; null for one that it does not list.
   */
  transaction(signature: string, slot: number | null, reach: Reach): Promise<ChainTransaction | null>
  /** Null where the recording has nothing of that slot. */
  block(slot: number): Promise<ChainBlock | null>
  /** The time of a block, in seconds since the Unix epoch; undefined where the recording has nothing of that slot. */
  blockTime(slot: number): Promise<number | null | undefined>
  /** Slots with a block from `from` to `to`, both included, ascending. */
  slots(from: number, to: number): number[]
  /** Null where the recording does not hold it. */
  account(address: string, reach: Reach): ChainAccount | null
}
