import type { ProvableRow, RowProof } from './contract'

/** What the thread that makes proofs is started with. */
export interface ProofTask {
  task: 'proof'
}

/** Rows to be proven, and whether a part of their data alone was requested. */
export type ProofRequest = { row: ProvableRow; sliced: boolean }[]

/** Their proofs, in the same order. */
export type ProofResponse = RowProof[]
