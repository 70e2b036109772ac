import type { RpcTransaction } from '../ledger/ledger'
import type { Reach } from './reach'

/** Absent members were not recorded. Integers beyond 2^53 are bigint. */
export interface ChainBlock {
  /** Unix seconds. */
  blockTime: number | null
  transactions: RpcTransaction[]
  blockhash?: string | undefined
  previousBlockhash?: string | undefined
  parentSlot?: number | undefined
  blockHeight?: number | null | undefined
  rewards?: unknown
}

export interface ChainTransaction {
  slot: number
  /** Unix seconds; null: not recorded. */
  blockTime: number | null
  transaction: RpcTransaction
}

/** Keys are base58. */
export interface ChainAccount {
  owner: string
  lamports: bigint
  data: Uint8Array
  executable: boolean
  rentEpoch: bigint
}

export interface RecordedChain {
  /** Base58. */
  genesisHash: string
  /** `slot`: null if the store does not list the transaction. */
  transaction(signature: string, slot: number | null, reach: Reach): Promise<ChainTransaction | null>
  block(slot: number): Promise<ChainBlock | null>
  /** Unix seconds; undefined: slot not recorded. */
  blockTime(slot: number): Promise<number | null | undefined>
  /** Both bounds included, ascending. */
  slots(from: number, to: number): number[]
  account(address: string, reach: Reach): ChainAccount | null
}
