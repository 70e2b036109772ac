import type { ProvableRow, RowProof } from './contract'

export interface ProofTask {
  task: 'proof'
}

/** `sliced`: only a part of the data was requested. */
export type ProofRequest = { row: ProvableRow; sliced: boolean }[]

export type ProofResponse = RowProof[]
