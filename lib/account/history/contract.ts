import type { Problem } from '../../api/problem'
import type { AccountItem, SignatureItem, TokenAccountItem } from '../../protocol/rpc/items'
import type { RowProof } from '../proof/contract'

/** The node reports signer, fee and time without proof. */
export interface AccountTransaction extends SignatureItem {
  signer: string
  /** Lamports; null: the node does not report it. */
  fee: bigint | null
  /** True once no member can change. */
  finalized: boolean
}

export interface AccountContent {
  account: AccountItem
  tokenData: TokenAccountItem['tokenData'] | null
  /** docs/proof.md. */
  proof: RowProof
  created: AccountTransaction
  /** null: no consuming transaction is known. */
  consumed: SignatureItem | null
}

/** One of several accounts that a version may continue as, since it has no address. */
export interface AccountChoice {
  hash: string
  /** null, like lamports: no fields in the transaction have this hash. */
  owner: string | null
  lamports: bigint | null
  /** null: not a token account, or its bytes are not available. */
  tokenData: TokenAccountItem['tokenData'] | null
}

/**
 * How a history ends on one side. `unwalked`: more exists, not read yet. `live`: no consuming transaction is known. `closed`:
 * the consuming event created nothing with this address (without one: nothing at all). `created`: the first version, with a
 * new address or without consumed accounts. `several`: without an address, the event consumed or created several accounts.
 * `older_than_index`: the indexer does not know the hash. `unknown`: the transaction lacks the fields of consumed accounts.
 * `problem`: the request failed.
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

export interface AccountVersion extends AccountContent {
  number: number | null
  /** null: this is the first version, or it is unknown. */
  previous: Pick<AccountContent, 'account' | 'tokenData'> | null
}

export interface AccountHistory {
  hash: string
  /** null: versions are linked only because each was created from the one before alone. */
  address: string | null
  /** Newest first. */
  items: AccountVersion[]
  known: number
  newer: number
  newestEnd: HistoryEnd
  oldestEnd: HistoryEnd
  /** The live version with this address, if the owner's list has one that the walk has not reached. */
  live: { hash: string; slotCreated: number } | null
  /** Cursor: the hash after which older versions follow; null: none. */
  olderThan: string | null
  /** Cursor: the hash that newer versions precede; null: none. */
  newerThan: string | null
}

export type HistoryWindow = { olderThan: string } | { newerThan: string } | null

/** True if both ends are known and no version between them is missing. */
export function isCompleteHistory({ newestEnd, oldestEnd }: Pick<AccountHistory, 'newestEnd' | 'oldestEnd'>): boolean {
  return [newestEnd, oldestEnd].every(({ kind }) => kind === 'live' || kind === 'closed' || kind === 'created')
}
