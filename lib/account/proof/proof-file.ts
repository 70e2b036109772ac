import { type ProofCounts, type ProofResult, type RowProof, zeroProofCounts } from './contract'

/* Proofs in files: a last column or member `proof`, and counts at the end. docs/proof.md. */

export const PROOF_COLUMN = 'proof'

export function proofText({ result, reason }: RowProof): string {
  return `${result} ${reason}`
}

export function countProofs(proofs: readonly RowProof[]): ProofCounts {
  const sum = zeroProofCounts()
  for (const { result } of proofs) sum[result]++
  return sum
}

export function addProofCounts(one: ProofCounts, other: ProofCounts): ProofCounts {
  const sum = zeroProofCounts()
  for (const result of Object.keys(sum) as ProofResult[]) sum[result] = one[result] + other[result]
  return sum
}

export function proofCountsText({ matches, differs, cannot_tell }: ProofCounts): string {
  return `proof: ${matches} match their hashes, ${differs} differ, ${cannot_tell} cannot tell`
}
