import type { AnyItem, ProvableRow } from '../../protocol/rpc/items'

/* A proof shows that a row's content has its hash, not that the hash is a leaf of the tree. docs/proof.md. */

/** Compares the hash of a row's fields with the row's hash. `cannot_tell`: how some fields are hashed is unknown. */
export const PROOF_RESULTS = ['matches', 'differs', 'cannot_tell'] as const
export type ProofResult = (typeof PROOF_RESULTS)[number]

export type ProofCounts = Record<ProofResult, number>

export function zeroProofCounts(): ProofCounts {
  return { matches: 0, differs: 0, cannot_tell: 0 }
}

/**
 * Why a row has its result:
 * - `content`: every hashed field and every byte of data matches.
 * - `token_fields`: matches, but the hash of this token layout omits the extension data.
 * - `account`: the account's fields have another hash.
 * - `data`: the account's fields match; its bytes have another data hash.
 * - `token`: the row's token fields differ from those in its bytes.
 * - `bytes`: the account's fields match; how the owner program hashes the data is unknown.
 * - `slice`: the account's fields match; the row has only part of the bytes.
 * - `programs`: a token account of the programs used until August 2024.
 * - `unreadable`: a field is not base58 of 32 bytes.
 * - `not_checked`: not checked in time.
 */
export type RowProof =
  | { result: 'matches'; reason: 'content' | 'token_fields' }
  | { result: 'differs'; reason: 'account' | 'data' | 'token' }
  | { result: 'cannot_tell'; reason: 'bytes' | 'slice' | 'programs' | 'unreadable' | 'not_checked' }

export type WithProof<Account> = Account & { proof?: RowProof }

export function proofOf(account: object): RowProof | undefined {
  return (account as WithProof<object>).proof
}

export interface ProofTask {
  task: 'proof'
}

/** `sliced`: only a part of the data was requested. */
export type ProofRequest = { row: ProvableRow; sliced: boolean }[]

export type ProofResponse = RowProof[]

export function withProof<Row extends ProvableRow>(row: Row, proof: RowProof | null): Row {
  if (!proof) return row
  return 'account' in row ? { ...row, account: { ...row.account, proof } } : { ...row, proof }
}

export function equalsIgnoringProof(one: AnyItem, other: AnyItem): boolean {
  return textOf(one) === textOf(other)
}

function textOf(row: AnyItem): string {
  return JSON.stringify(row, (name, value) =>
    name === 'proof' || name === 'decoded' ? undefined : typeof value === 'bigint' ? String(value) : value,
  )
}
