import type { AccountItem, TokenAccountItem } from '../protocol/rpc/items'

/* The body of GET /api/v1/transaction: text for keys, hashes and signatures, bigint for u64. */

export type TokenFields = TokenAccountItem['tokenData']

export interface CreatedAccount {
  /** Index in TransactionDetails.events; of ConsumedAccount and NewAddress too. */
  event: number
  account: AccountItem
  token: TokenFields | null
  /** The output queue of an account in a v2 tree; null for v1. */
  queue: string | null
  /** False: the indexer does not know it although it is past the slot, because it does not index the tree. */
  indexed: boolean
}

export interface ConsumedAccount {
  event: number
  hash: string
  /** null: the transaction does not contain it. */
  leaf: { tree: string; leafIndex: number } | null
  /** The hash's preimage; null: no fields of the transaction produce the hash. */
  fields: {
    owner: string
    lamports: bigint
    address: string | null
    /** In place of the bytes, which the transaction does not contain; null: no data. */
    data: { discriminator: bigint; dataHash: string } | null
  } | null
  content: ConsumedContent
}

/**
 * - `read`: found where it was created, and equal to what was consumed.
 * - `not_needed`: no data, so the transaction has everything.
 * - `not_read`: not read in time; a later request finds more.
 * - `unknown`: neither indexer nor chain node knows where it was created.
 */
export type ConsumedContent =
  | { state: 'read'; account: AccountItem; token: TokenFields | null; createdBy: string }
  | { state: 'not_needed' | 'not_read' | 'unknown' }

export interface NewAddress {
  event: number
  address: string
  tree: string
}

/** Lamports that entered and left compressed state, and that were paid to the sender. */
export interface MovedLamports {
  compressed: bigint
  decompressed: bigint
  relayFee: bigint
}

/** A call of the Light system program that changed compressed state. */
export interface EventDetails extends MovedLamports {
  /** Index in `instructions` of the one that wrote it. */
  instruction: number
  /** Indices of the token program's instructions that it carries out. */
  tokenInstructions: number[]
}

/**
 * Tokens that crossed between compressed state and the chain. In: `minted`, `compressed` and `compressed_and_closed` (the
 * whole of a token account). Out: `burned`, `decompressed`, and `loaded` into a token account of Light's. Between token
 * accounts on the chain: `wrapped` into one of Light's, `unwrapped` out of it.
 */
export interface TokenMove {
  kind:
    | ('minted' | 'compressed' | 'compressed_and_closed')
    | ('burned' | 'decompressed' | 'loaded')
    | 'wrapped'
    | 'unwrapped'
  /** Index in `instructions` of the token program's instruction. */
  instruction: number
  mint: string
  /** Base units, less a fee that the mint withholds. */
  amount: bigint
  /** Token account on the chain: where they came from, or went to; null: minted or burnt. */
  account: string | null
}

export interface TreeUpdate {
  /** By foresters. */
  kind: 'leaves_appended' | 'leaves_nullified' | 'addresses_appended' | 'tree_rolled_over'
  instruction: number
  tree: string
  /** That a rolled over one is replaced by. */
  newTree: string | null
}

export interface InstructionDetails {
  program: string
  depth: number | null
  name: string | null
  source: string | null
  discriminator: string
  dataBytes: number
  accounts: number
  /** Who acted: owner, delegate, or authority of the mint. null: no instruction of the token program, or one that names none. */
  authority: string | null
}

export interface TransactionFailure {
  message: string
  /** Index among the top-level instructions; null: none failed. */
  instruction: number | null
  code: number | null
}

export interface NetChange {
  of: string
  consumed: bigint
  created: bigint
  /** created − consumed: may be negative. */
  change: bigint
}

export interface MintChange extends NetChange {
  /** Base units that entered compressed state, mints included, and left it, burns included. */
  compressed: bigint
  decompressed: bigint
  balances: boolean
  /**
   * Called, but not counted: `mint_action`: mints and burns of compressed tokens; `amounts`: a transfer with unreadable
   * amounts.
   */
  unbalanced: 'mint_action' | 'amounts' | null
  owners: NetChange[]
}

/**
 * The sums of a transaction, or why there are none. `not_read`: contents of consumed accounts are pending, see ConsumedContent.
 * `unknown_fields`: a consumed account is known only by its hash. `unknown_content`: it is unknown where a consumed account was
 * created. `unreadable`: an event could not be read. The others: TransactionDetails.doubt.
 */
export type Sum<T> =
  | { state: 'known'; value: T }
  | { state: 'missing'; reason: 'not_read' | 'unknown_fields' | 'unknown_content' | 'unreadable' | Doubt }

/**
 * Why the effect on compressed state is unknown. `not_recorded`: the chain node did not record the inner instructions that hold
 * it. `contradicted`: the indexer lists it as compression, and the node's transaction shows none.
 */
export type Doubt = 'not_recorded' | 'contradicted'

export interface LamportsSum extends MovedLamports {
  consumed: bigint
  created: bigint
  /** Whether consumed + compressed = created + decompressed + relayFee. */
  balances: boolean
  owners: NetChange[]
}

export type KnownTransaction = TransactionFacts & Changes & { doubt: null }

/** With a doubt its changes are not known: null. */
export type TransactionDetails = KnownTransaction | (TransactionFacts & Record<keyof Changes, null> & { doubt: Doubt })

interface Changes {
  usesCompression: boolean
  events: EventDetails[]
  consumed: ConsumedAccount[]
  created: CreatedAccount[]
  newAddresses: NewAddress[]
  tokenMoves: TokenMove[]
  treeUpdates: TreeUpdate[]
}

interface TransactionFacts {
  signature: string
  slot: number
  /** Unix seconds; null: the node does not know it. */
  blockTime: number | null
  /** True once its slot is final: nothing here changes any more. */
  finalized: boolean
  /** True while the node is not yet proven to be on the indexer's chain. */
  unchecked: boolean
  version: 'legacy' | number
  failure: TransactionFailure | null
  /** Lamports; null: the node does not report it. */
  fee: bigint | null
  computeUnits: bigint | null
  signers: string[]
  programs: string[]
  instructions: InstructionDetails[]
  lamports: Sum<LamportsSum>
  mints: Sum<MintChange[]>
  /** Parts that look like events or token accounts and cannot be read, in words for engineers. */
  unreadable: string[]
  logs: string[]
  /** Lines removed because they contain part of a configured URL. */
  logsLeftOut: number
}
