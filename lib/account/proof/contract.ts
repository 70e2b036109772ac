import type { z } from 'zod'
import type { AnyItem, ProvableRow } from '../../protocol/rpc/items'
import type { rowProof } from './schema'

/* A proof shows that a row's content has its hash, not that the hash is a leaf of the tree. docs/proof.md. */

/** Compares the hash of a row's fields with the row's hash. `cannot_tell`: how some fields are hashed is unknown. */
export const PROOF_RESULTS = ['matches', 'differs', 'cannot_tell'] as const
export type ProofResult = (typeof PROOF_RESULTS)[number]

export type ProofCounts = Record<ProofResult, number>

export function zeroProofCounts(): ProofCounts {
  return { matches: 0, differs: 0, cannot_tell: 0 }
}

export type RowProof = z.output<typeof rowProof>

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
