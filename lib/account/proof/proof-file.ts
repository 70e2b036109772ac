import { csvFields } from '../../format/csv'
import { noProofs, type ProofCounts, type ProofResult, type RowProof } from './contract'

/* Proofs in files: a last column or member `proof`, and counts at the end. docs/proof.md. */

export const PROOF_COLUMN = 'proof'

export function proofText({ result, reason }: RowProof): string {
  return `${result} ${reason}`
}

export function countProofs(
  proofs: readonly Pick<RowProof, 'result'>[],
  counts: ProofCounts = noProofs(),
): ProofCounts {
  const sum = { ...counts }
  for (const { result } of proofs) sum[result]++
  return sum
}

/** @param sign -1 subtracts */
export function addProofs(one: ProofCounts, other: ProofCounts, sign: 1 | -1 = 1): ProofCounts {
  const sum = noProofs()
  for (const result of Object.keys(sum) as ProofResult[]) sum[result] = one[result] + sign * other[result]
  return sum
}

export function proofsIn(format: 'csv' | 'ndjson', rows: readonly string[]): Pick<RowProof, 'result'>[] {
  return rows.map((row) => {
    if (format === 'ndjson') return (JSON.parse(row) as { proof: RowProof }).proof
    const [result] = (csvFields(row).at(-1) ?? '').split(' ')
    return { result: result as ProofResult }
  })
}

export function proofCountsText({ matches, differs, cannot_tell }: ProofCounts): string {
  return `proof: ${matches} match their hashes, ${differs} differ, ${cannot_tell} cannot tell`
}
