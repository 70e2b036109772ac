import type { Problem } from '../../api/problem'
import type { AccountItem, SignatureItem, TokenAccountItem } from '../../protocol/rpc/items'
import type { RowProof } from '../proof/contract'

/** Signer, fee and time are unproven claims of the node. */
export interface AccountTransaction extends SignatureItem {
  signer: string
  /** Lamports; null: the node does not report it. */
  fee: bigint | null
  /** True once its slot is final: then nothing here changes. */
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

/** One of several accounts of an event, where no address decides which one the version continues as. */
export interface AccountChoice {
  hash: string
  /** Like lamports, null when no fields of the transaction produce the hash. */
  owner: string | null
  lamports: bigint | null
  /** null: not a token account, or its bytes are not available. */
  tokenData: TokenAccountItem['tokenData'] | null
}

/**
 * How a history ends on one side. `unwalked`: more exists, not read yet. `live`: no consuming transaction is known. `closed`:
 * the consuming event created nothing with this address (without one: nothing at all). `created`: nothing consumed it could
 * come from; with an address, the address was new. `several`: without an address, the event consumed or created several
 * accounts. `older_than_index`: the indexer does not know the hash. `unknown`: the transaction lacks the fields of consumed
 * accounts. `problem`: the request failed.
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
  /** null: the versions are a trail, each created from the one before it alone, not one account. */
  address: string | null
  /** Newest first. */
  items: AccountVersion[]
  known: number
  newer: number
  newestEnd: HistoryEnd
  oldestEnd: HistoryEnd
  /** The live version with this address, if the owner's list has it and the walk has not reached it. */
  live: { hash: string; slotCreated: number } | null
  /** Older versions follow this hash; null: none known, and none to walk to. */
  olderThan: string | null
  /** Newer versions precede this hash; null as above. */
  newerThan: string | null
}

export type HistoryWindow = { olderThan: string } | { newerThan: string } | null

/** True when both ends are known and nothing between them is missing. */
export function isWhole({ newestEnd, oldestEnd }: Pick<AccountHistory, 'newestEnd' | 'oldestEnd'>): boolean {
  return [newestEnd, oldestEnd].every(({ kind }) => kind === 'live' || kind === 'closed' || kind === 'created')
}
