import type { ChainPosition } from './journal'

/* What blocks change in the store. The parser's own shape is the same, declared there: neither knows the other. */

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

/** What one compression transaction changes. */
export interface TransactionChanges {
  signature: Uint8Array
  /** Hashes consumed; unknown ones are ignored. */
  inputs: Uint8Array[]
  outputs: NewAccount[]
  batchAppends: { tree: Uint8Array; nextIndex: bigint }[]
}

/** What one slot changes. */
export interface BlockChanges {
  slot: number
  /** Unix seconds, 0 where the chain gave none. */
  blockTime: number
  transactions: TransactionChanges[]
  /** Where the block stands in its chain. Blocks of a live chain only. */
  chain?: ChainPosition
}
