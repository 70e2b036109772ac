/** Data of an account, as bytes. Interface 2.5. */
export interface AccountDataUpdate {
  /** The 8 discriminator bytes as a little-endian u64. facts/light-events.md 7. */
  discriminator: bigint
  data: Uint8Array
  dataHash: Uint8Array
}

/** Token part of a token account, as bytes. facts/light-events.md 9. */
export interface TokenUpdate {
  mint: Uint8Array
  owner: Uint8Array
  amount: bigint
  delegate: Uint8Array | null
  frozen: boolean
  tlv: Uint8Array | null
}

/** A new account version. facts/light-events.md 7. */
export interface AccountUpdate {
  hash: Uint8Array
  owner: Uint8Array
  lamports: bigint
  address: Uint8Array | null
  data: AccountDataUpdate | null
  /** The state tree, never the queue. */
  tree: Uint8Array
  /** 1 state v1, 3 state v2. facts/light-events.md 1. */
  treeType: number
  /** The output queue of a v2 tree; null for v1, whose events do not name one. */
  queue: Uint8Array | null
  leafIndex: number
  /** Null for v2 trees. */
  seq: bigint | null
  /** Null for everything that is not a token account, or that does not decode as one. */
  token: TokenUpdate | null
}

/** What one event did to accounts: hashes it consumed, versions it created. */
export interface AccountEvent {
  inputs: Uint8Array[]
  outputs: AccountUpdate[]
}

/** A batch append: leaves of `tree` below `nextIndex` are in the tree, no longer in its queue. */
export interface BatchAppend {
  tree: Uint8Array
  nextIndex: bigint
}

/** Everything one successful compression transaction changes. */
export interface TransactionUpdate extends AccountEvent {
  /** 64 bytes. */
  signature: Uint8Array
  batchAppends: BatchAppend[]
}
