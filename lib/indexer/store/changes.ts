import type { ChainPosition } from './journal'

/* The parser declares the same shape: neither module depends on the other. */

/** A new account version. facts/light-events.md 7. */
export interface NewAccount {
  hash: Uint8Array
  owner: Uint8Array
  lamports: bigint
  address: Uint8Array | null
  data: { discriminator: bigint; data: Uint8Array; dataHash: Uint8Array } | null
  tree: Uint8Array
  treeType: number
  queue: Uint8Array | null
  leafIndex: number
  seq: bigint | null
  token: {
    mint: Uint8Array
    owner: Uint8Array
    amount: bigint
    delegate: Uint8Array | null
    frozen: boolean
    tlv: Uint8Array | null
  } | null
}

export interface TransactionChanges {
  signature: Uint8Array
  /** Unknown hashes are ignored. */
  inputs: Uint8Array[]
  outputs: NewAccount[]
  batchAppends: { tree: Uint8Array; nextIndex: bigint }[]
}

export interface BlockChanges {
  slot: number
  /** Unix seconds; 0: the chain has none. */
  blockTime: number
  transactions: TransactionChanges[]
  /** Only for blocks of a live chain. */
  chain?: ChainPosition
}
