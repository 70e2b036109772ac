import type { DescriptionKind } from './kinds'

/* What a transaction did, in a sentence. docs/transactions.md has the rule of each kind. */

export interface Description {
  /** That of the first clause. */
  kind: DescriptionKind
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
  kind: DescriptionKind
  parts: Part[]
}

/** Written one after the other: spaces are in the texts. */
export type Part =
  | { type: 'text'; text: string }
  /** `name`: that of a known program. */
  | { type: 'identifier'; what: IdentifierKind; text: string; name?: string }
  /**
   * `mint`: null for lamports, shown as SOL. The mint's identifier is not a part of its own. `decimals`: absent where they are
   * not known. `symbol`: the issuer's claim, of A-Z a-z 0-9 . $ - alone.
   */
  | { type: 'amount'; amount: bigint; mint: string | null; decimals?: number; symbol?: string }
  | { type: 'count'; count: number }

/**
 * `owner`: of lamports; `wallet`: of tokens; `associated account`: owner of tokens that is an associated token account;
 * `token account`: on the chain; `account`: a hash.
 */
export type IdentifierKind =
  | ('owner' | 'wallet' | 'associated account' | 'delegate' | 'token account' | 'mint')
  | ('account' | 'address' | 'tree' | 'program')
