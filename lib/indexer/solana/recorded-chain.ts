import { createHash } from 'node:crypto'
import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { encodeBase58 } from '../../protocol/base58'
import { MethodError } from '../json-rpc/method-error'
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
  account(address: string, slot: number): ChainAccount | null
  /** @throws MethodError if it was not recorded */
  lamports(address: string, slot: number): bigint
  /** Token accounts of a wallet in one program, by address. @throws MethodError if they were not recorded */
  tokenAccounts(program: string, wallet: string, slot: number): (readonly [address: string, account: ChainAccount])[]
}

/** Unknown, which is neither none nor zero. */
export function notRecorded(what: string): MethodError {
  return new MethodError(RPC_CODES.server, `Not recorded: ${what}`)
}

/** For ledgers without a recorded one: the same each time, and of no real chain. */
export function madeGenesisHash(identity: string): string {
  return encodeBase58(createHash('sha256').update(`leafscan genesis ${identity}`).digest())
}
