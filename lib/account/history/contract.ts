import type { Problem } from '../../api/problem'
import type { AccountItem, SignatureItem, TokenAccountItem } from '../../protocol/rpc/items'
import type { RowProof } from '../proof/contract'

/*
 * What a chain node and an indexer together know of one account version, and of the versions before and after it.
 * design.md 4.3 and 4.4. Keys, hashes and signatures are base58, u64 are bigint.
 */

/** Where a transaction stands, and what of it a node says: signer, fee and time are its word, and proven by nothing. */
export interface AccountTransaction extends SignatureItem {
  /** Who paid the fee. */
  signer: string
  /** Lamports; null where the node does not say. */
  fee: bigint | null
  /** True once its slot is final: then nothing of this changes. */
  finalized: boolean
}

/** One version of an account, live or consumed, as the transaction that created it holds it. */
export interface AccountContent {
  account: AccountItem
  /** Null where it is no token account. */
  tokenData: TokenAccountItem['tokenData'] | null
  /** Whether the fields make the hash. docs/proof.md. */
  proof: RowProof
  created: AccountTransaction
  /** The transaction that consumed it; null: none is known. */
  consumed: SignatureItem | null
}

/** An account that stands beside others in an event, where no address says which of them a version goes on as. */
export interface AccountChoice {
  hash: string
  /** Null, as lamports, where the transaction holds no fields that make the hash. */
  owner: string | null
  lamports: bigint | null
  /** Null where it is no token account, or its bytes are not at hand. */
  tokenData: TokenAccountItem['tokenData'] | null
}

/**
 * How a history ends on one side.
 *
 * `unwalked`: more is known to exist and is not read yet. `live`: no consuming transaction is known. `closed`: the
 * consuming event created nothing with this address (or, without one, nothing at all). `created`: the event consumed
 * nothing that it could come from; with an address: the address was new. `several`: without an address, the event consumed
 * or created several accounts, and nothing says which goes on. `older_than_index`: the indexer does not know the hash.
 * `unknown`: the transaction consumed accounts whose fields it does not hold. `problem`: asking failed.
 */
export type HistoryEnd =
  | { kind: 'unwalked'; hash: string }
  | { kind: 'live' }
  | { kind: 'closed'; by: AccountTransaction }
  | { kind: 'created'; isNewAddress: boolean }
  | { kind: 'several'; accounts: AccountChoice[] }
  | { kind: 'older_than_index'; hash: string }
  | { kind: 'unknown' }
  | { kind: 'problem'; problem: Problem; hash: string }

/** One version in a history. */
export interface AccountVersion extends AccountContent {
  /** Counted from the first version as 1; null while the first one is not known. */
  number: number | null
  /** What the version before it was; null where it is the first one or not known. */
  previous: Pick<AccountContent, 'account' | 'tokenData'> | null
}

/** One version in the drawing of a history. */
export interface HistoryMark {
  hash: string
  slot: number
  /** Slot of its end; null: live, or not known. */
  until: number | null
}

/** The versions around one: a page of what is known, and how far that goes. */
export interface AccountHistory {
  /** The version that was asked for. */
  hash: string
  /** Null: the versions are a trail, each made of the one before it alone, and not one account. */
  address: string | null
  /** Newest first. */
  items: AccountVersion[]
  /** Versions that are known. */
  known: number
  /** Known versions that are newer than the first item. */
  newer: number
  /** How what is known ends, on either side. */
  newestEnd: HistoryEnd
  oldestEnd: HistoryEnd
  /** The live version with this address where the owner's list has it and the walk has not reached it; else null. */
  live: { hash: string; slotCreated: number } | null
  /** Page of older versions begins behind this hash; null: none that are known, and none to walk to. */
  olderThan: string | null
  /** Page of newer versions ends before this hash; null as above. */
  newerThan: string | null
  /** All known versions, newest first, at most MAX_MARKS around the page. */
  marks: HistoryMark[]
}

/** Versions that a drawing has at most: our choice, what a phone can still tell apart. */
export const MAX_MARKS = 200

/** Which versions of a history a page has: around the one that was asked for, or on one side of another. */
export type HistoryWindow = { olderThan: string } | { newerThan: string } | null
