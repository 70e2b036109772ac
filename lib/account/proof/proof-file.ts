import { csvFields } from '../../format/csv'
import { noProofs, type ProofCounts, type ProofResult, type RowProof } from './contract'

/* What a file says of the proofs of its rows: a last column or member `proof`, and counts at its end. docs/proof.md. */

/** The name of the column. */
export const PROOF_COLUMN = 'proof'

/** A proof in its column: the result, then the reason. */
export function proofText({ result, reason }: RowProof): string {
  return `${result} ${reason}`
}

/** How many of each result there are among these and the earlier ones. */
export function countProofs(
  proofs: readonly Pick<RowProof, 'result'>[],
  counts: ProofCounts = noProofs(),
): ProofCounts {
  const sum = { ...counts }
  for (const { result } of proofs) sum[result]++
  return sum
}

/** Counts that two parts of a file come to; `sign` -1: the first without the second. */
export function addProofs(one: ProofCounts, other: ProofCounts, sign: 1 | -1 = 1): ProofCounts {
  const sum = noProofs()
  for (const result of Object.keys(sum) as ProofResult[]) sum[result] = one[result] + sign * other[result]
  return sum
}

/** The proofs of rows as they stand in a file. */
export function proofsIn(format: 'csv' | 'ndjson', rows: readonly string[]): Pick<RowProof, 'result'>[] {
  return rows.map((row) => {
    if (format === 'ndjson') return (JSON.parse(row) as { proof: RowProof }).proof
    const [result] = (csvFields(row).at(-1) ?? '').split(' ')
    return { result: result as ProofResult }
  })
}

/** The counts in words. */
export function proofCountsText({ matches, differs, cannot_tell }: ProofCounts): string {
  return `proof: ${matches} match their hashes, ${differs} differ, ${cannot_tell} cannot tell`
}
