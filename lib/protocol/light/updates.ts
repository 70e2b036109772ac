/** Account data in binary form. Interface 2.5. */
export interface AccountDataUpdate {
  /** The 8 bytes as a little-endian u64. facts/light-events.md 7. */
  discriminator: bigint
  data: Uint8Array
  dataHash: Uint8Array
}

/** Token data in binary form. facts/light-events.md 9. */
export interface TokenUpdate {
  mint: Uint8Array
  owner: Uint8Array
  amount: bigint
  delegate: Uint8Array | null
  frozen: boolean
  tlv: Uint8Array | null
  /** Where `owner` is a closed associated account: whose, or empty if that is not proven. Set by nameWallets. */
  wallet?: Uint8Array | null
}

export interface AccountUpdate {
  hash: Uint8Array
  owner: Uint8Array
  lamports: bigint
  address: Uint8Array | null
  data: AccountDataUpdate | null
  /** The state tree, never the queue. */
  tree: Uint8Array
  /** 1: state v1, 3: state v2. facts/light-events.md 1. */
  treeType: number
  /** Null for v1, whose events do not name one. */
  queue: Uint8Array | null
  leafIndex: number
  seq: bigint | null
  /** Null: not a token account, or not decodable. */
  token: TokenUpdate | null
}

export interface AccountEvent {
  inputs: Uint8Array[]
  outputs: AccountUpdate[]
}

/** Leaves of `tree` below `nextIndex` are in the tree, no longer in its queue. */
export interface BatchAppend {
  tree: Uint8Array
  nextIndex: bigint
}

export interface TransactionUpdate extends AccountEvent {
  signature: Uint8Array
  batchAppends: BatchAppend[]
}
