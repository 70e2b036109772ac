import type { AnyItem, Items } from '../../protocol/rpc/items'

/*
 * What it means that a row's content was checked against its hash. It proves content alone: that the hash is a leaf of the
 * tree is the indexer's word. docs/proof.md.
 */

/** Whether the fields of a row make its hash. `cannot_tell`: what some of them are hashed with is not known. */
export const PROOF_RESULTS = ['matches', 'differs', 'cannot_tell'] as const
/** One of PROOF_RESULTS. */
export type ProofResult = (typeof PROOF_RESULTS)[number]

/** How many rows have each result. */
export type ProofCounts = Record<ProofResult, number>

/** No row of any result. */
export function noProofs(): ProofCounts {
  return { matches: 0, differs: 0, cannot_tell: 0 }
}

/**
 * Why a row has its result, by its result.
 *
 * - `content`: every field that a hash binds, and every byte of its data, makes the hash.
 * - `token_fields`: so it is, but that the hash of this token layout leaves the extension data out.
 * - `account`: the fields of the account make another hash.
 * - `data`: the account's fields match, and its bytes make another data hash.
 * - `token`: the token fields of the row are not those of its bytes.
 * - `bytes`: the account's fields match; how its program makes the data hash out of the bytes is not known.
 * - `slice`: the account's fields match; only a part of the bytes is there.
 * - `programs`: a token account of the programs until August 2024.
 * - `unreadable`: a field is not base58 of 32 bytes, as hashes and addresses are.
 * - `not_checked`: there was no time to check it.
 */
export type RowProof =
  | { result: 'matches'; reason: 'content' | 'token_fields' }
  | { result: 'differs'; reason: 'account' | 'data' | 'token' }
  | { result: 'cannot_tell'; reason: 'bytes' | 'slice' | 'programs' | 'unreadable' | 'not_checked' }

/** An account as pages and the API have it, with its proof where one was made. */
export type Proven<Account> = Account & { proof?: RowProof }

/** The proof that an account came with; undefined: none was made. */
export function proofOf(account: object): RowProof | undefined {
  return (account as Proven<object>).proof
}

/** A row whose content its hash can prove. */
export type ProvableRow = Items['accounts'] | Items['tokenAccounts']

/** False for a signature. */
export function isProvable(row: AnyItem): row is ProvableRow {
  return !('signature' in row)
}

/** A row with its proof, which stands with its account; as it is where there is none. */
export function provenRow<Row extends ProvableRow>(row: Row, proof: RowProof | null): Row {
  if (!proof) return row
  return 'account' in row ? { ...row, account: { ...row.account, proof } } : { ...row, proof }
}

/** True for rows that are the same in every field but the proof. */
export function isSameButProof(one: AnyItem, other: AnyItem): boolean {
  return textOf(one) === textOf(other)
}

function textOf(row: AnyItem): string {
  return JSON.stringify(row, (name, value) =>
    name === 'proof' ? undefined : typeof value === 'bigint' ? String(value) : value,
  )
}
