import type { AccountItem, TokenAccountItem } from '../protocol/rpc/items'

/*
 * What a chain node says of a transaction, read for people: plain data with text for keys, hashes and signatures, and bigint
 * for u64. The body of GET /api/v1/transaction.
 */

/** The token fields of an account. Interface 2.6. */
export type TokenFields = TokenAccountItem['tokenData']

/** An account version that the transaction created: what an indexer lists, and its token fields. */
export interface CreatedAccount {
  account: AccountItem
  /** Null for everything that is not a token account. */
  token: TokenFields | null
  /** The output queue of an account in a v2 tree; null for v1. */
  queue: string | null
  /** False: the indexer does not know it, though it is past its slot: it leaves its tree out, as one that is none of Light’s, or began later. */
  indexed: boolean
}

/** An account version that the transaction consumed, as far as the transaction itself knows it. */
export interface ConsumedAccount {
  hash: string
  /** Where its leaf is; null where the transaction does not say. */
  leaf: { tree: string; leafIndex: number } | null
  /** What its hash was made of; null where no fields of the transaction make it. */
  fields: {
    owner: string
    lamports: bigint
    address: string | null
    /** Stands for the bytes, which the transaction does not hold; null for an account without data. */
    data: { discriminator: bigint; dataHash: string } | null
  } | null
  /** Its bytes and token fields, from the transaction that created it. */
  content: ConsumedContent
}

/**
 * What is known of a consumed account beside what the transaction that consumed it says.
 *
 * - `read`: found where it was created, and equal to what was consumed.
 * - `not_needed`: it has no data, so the transaction says everything.
 * - `not_read`: it was not read in time; the same request later finds more.
 * - `unknown`: it cannot be found, because the indexer or the chain node does not know where it was created.
 */
export type ConsumedContent =
  | { state: 'read'; account: AccountItem; token: TokenFields | null; createdBy: string }
  | { state: 'not_needed' | 'not_read' | 'unknown' }

/** An address that was taken in an address tree. */
export interface NewAddress {
  address: string
  tree: string
}

/** An instruction with the name that a list of ours gives it. */
export interface InstructionDetails {
  program: string
  /** 1: called by the transaction itself; null where the node does not say. */
  depth: number | null
  /** What it is called; null where no list names it. */
  name: string | null
  /** Who gives it that name. */
  source: string | null
  /** The first bytes of its data in hex, by which its program knows it. */
  discriminator: string
  /** Bytes of data, and accounts. */
  dataBytes: number
  accounts: number
}

/** Why a transaction failed. */
export interface TransactionFailure {
  /** One sentence in plain words. */
  message: string
  /** The instruction that failed, counted from 0 among those that the transaction calls itself; null: none did. */
  instruction: number | null
  /** A program's own code; null: the error is none of a program. */
  code: number | null
}

/** What an owner's lamports or a mint's amounts in compressed accounts came to. */
export interface NetChange {
  /** Owner of the accounts, or mint. */
  of: string
  consumed: bigint
  created: bigint
  /** created − consumed: may be negative. */
  change: bigint
}

/** Amounts of one mint, and what crossed between compressed state and token accounts on the chain. */
export interface MintChange extends NetChange {
  /** Base units that came in from the chain, minted ones included, and that left for it, burnt ones included. */
  compressed: bigint
  decompressed: bigint
  /** Whether consumed + compressed = created + decompressed. */
  balances: boolean
  /**
   * Why they may not: `mint_action`: an instruction that mints and burns compressed tokens was called. `amounts`: one that
   * moves tokens between both was called, and its amounts could not be read. Null where they balance, or nothing explains it.
   */
  unbalanced: 'mint_action' | 'amounts' | null
  /** By wallet. */
  owners: NetChange[]
}

/**
 * The sums of a transaction. `reason`: why there are none. `not_read`: contents of consumed accounts are still to be read, see
 * ConsumedContent. `unknown_fields`: a consumed account is known by its hash alone. `unknown_content`: where a consumed
 * account was created is not known. `unreadable`: an event of the transaction could not be read. The others: see
 * TransactionDetails.doubt.
 */
export type Sum<T> =
  | { state: 'known'; value: T }
  | { state: 'missing'; reason: 'not_read' | 'unknown_fields' | 'unknown_content' | 'unreadable' | Doubt }

/**
 * Why nothing is said of what a transaction did to compressed state. `not_recorded`: the chain node did not record its inner
 * instructions, which hold it. `contradicted`: the indexer lists it as compression, and the node's transaction shows none.
 */
export type Doubt = 'not_recorded' | 'contradicted'

/** Lamports in compressed accounts. */
export interface LamportsSum {
  consumed: bigint
  created: bigint
  compressed: bigint
  decompressed: bigint
  relayFee: bigint
  /** Whether consumed + compressed = created + decompressed + relayFee. */
  balances: boolean
  owners: NetChange[]
}

/** Everything that is known of a transaction. */
export type TransactionDetails = TransactionFacts & (KnownChanges | DoubtedChanges)

/** A transaction of which it is known what it did to compressed state, as far as that says. */
export type KnownTransaction = TransactionFacts & KnownChanges

interface KnownChanges {
  doubt: null
  /** True where it changed compressed accounts or their trees. */
  usesCompression: boolean
  consumed: ConsumedAccount[]
  created: CreatedAccount[]
  newAddresses: NewAddress[]
}

/** Not known, which is not none. */
interface DoubtedChanges {
  doubt: Doubt
  usesCompression: null
  consumed: null
  created: null
  newAddresses: null
}

interface TransactionFacts {
  signature: string
  slot: number
  /** Unix seconds; null where the node does not know it. */
  blockTime: number | null
  /** True once its slot is final: nothing here changes any more. */
  finalized: boolean
  /** True where the node that says this has not been proven to be on the indexer's chain yet. */
  unchecked: boolean
  version: 'legacy' | number
  /** Null: it succeeded. A failed transaction changed no compressed state. */
  failure: TransactionFailure | null
  /** Lamports; null where the node does not say. */
  fee: bigint | null
  computeUnits: bigint | null
  /** Who signed; the first one paid the fee. */
  signers: string[]
  /** Programs that were called, in the order of their first call. */
  programs: string[]
  instructions: InstructionDetails[]
  lamports: Sum<LamportsSum>
  mints: Sum<MintChange[]>
  /** Parts that look like events or token accounts and cannot be read, in words for engineers. */
  unreadable: string[]
  /** Lines of the log, without control characters. */
  logs: string[]
  /** Lines left out, because a piece of a configured URL stands in them. */
  logsLeftOut: number
}
