import type { TransactionDetails } from '../contract'

/* What a transaction did, in a sentence. docs/transactions.md has the rule of each kind. */

/** In the order of the table: clauses come in this order, then by instruction. */
export const KINDS = [
  'tokens_minted',
  'tokens_burned',
  'tokens_compressed',
  'tokens_decompressed',
  'tokens_transferred',
  'tokens_transferred_by_delegate',
  'tokens_approved',
  'tokens_revoked',
  'tokens_frozen',
  'tokens_thawed',
  'tokens_merged',
  'tokens_split',
  'tokens_wrapped',
  'tokens_unwrapped',
  'tokens_loaded',
  'tokens_compressed_and_closed',
  'sol_compressed',
  'sol_decompressed',
  'sol_transferred',
  'accounts_created',
  'accounts_updated',
  'accounts_closed',
  'addresses_taken',
  'leaves_appended',
  'leaves_nullified',
  'addresses_appended',
  'tree_rolled_over',
  'failed',
  'none',
] as const

/** `unknown`: no kind of the table is certain; `Description.reason` says why. */
export type Kind = (typeof KINDS)[number] | 'unknown'

export interface Description {
  /** That of the first clause. */
  kind: Kind
  /** One to three. */
  clauses: Clause[]
  /** Changes beyond those of `clauses`. */
  more: number
  /** The whole sentence: identifiers shortened, known programs by name, mints never by symbol. */
  text: string
  /** Why something that the transaction did is not in the sentence, in a sentence. */
  reason?: string
}

export interface Clause {
  kind: Kind
  parts: Part[]
}

/** Spaces are in the text parts: parts are written one after the other. */
export type Part =
  | { type: 'text'; text: string }
  | { type: 'identifier'; what: IdentifierKind; text: string }
  /** `mint`: null for lamports, shown as SOL. The mint's identifier is not a part of its own. */
  | { type: 'amount'; amount: bigint; mint: string | null }
  | { type: 'count'; count: number }

/**
 * `owner`: of lamports; `wallet`: of tokens; `associated account`: owner of tokens that is an associated token account;
 * `token account`: on the chain; `account`: a hash.
 */
export type IdentifierKind =
  | 'owner'
  | 'wallet'
  | 'associated account'
  | 'delegate'
  | 'token account'
  | 'mint'
  | 'account'
  | 'address'
  | 'tree'
  | 'program'

/** What describe() reads of a transaction. */
export type DescribedFacts = Described<TransactionDetails>

type Described<D> = D extends unknown ? Pick<D, Extract<keyof D, Read>> : never

type Read =
  | 'doubt'
  | 'failure'
  | 'usesCompression'
  | 'signers'
  | 'instructions'
  | 'events'
  | 'consumed'
  | 'created'
  | 'newAddresses'
  | 'tokenMoves'
  | 'treeUpdates'
  | 'lamports'
  | 'mints'

/** Those of a transaction whose effect on compressed state is known. */
export type KnownFacts = Extract<DescribedFacts, { doubt: null }>

export interface DescribeOptions {
  /** Decimals of a mint; undefined: unknown, so amounts in `text` are base units and say so. */
  decimals?: (mint: string) => number | undefined
}
