import { createHash } from 'node:crypto'
import { encodeBase58 } from '../../protocol/base58'
import type { RpcTransaction } from '../ledger/ledger'
import type { Reach } from './reach'

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
  genesisHash: string
  /** `slot`: null if the store does not list the transaction. */
  transaction(signature: string, slot: number | null, reach: Reach): Promise<ChainTransaction | null>
  account(address: string, reach: Reach): ChainAccount | null
}

/** For ledgers without a recorded one: the same each time, and of no real chain. */
export function madeGenesisHash(identity: string): string {
  return encodeBase58(createHash('sha256').update(`leafscan genesis ${identity}`).digest())
}
