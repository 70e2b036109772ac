import type { ProofCounts } from '../../account/proof/contract'
import type { ExportFormat } from '../../api/file-format'
import type { Problem } from '../../api/problem'
import type { ExportSummary } from './document'
import type { RowTotals } from './totals'

/*
 * A mark has the next part's length and the cursor behind it. An interrupted client drops the partial part and requests the
 * rest with the last whole part's cursor, so no row is lost or doubled. Lengths delimit parts: no text of an indexer can pass
 * for a mark.
 */

export type ExportMark = HeadMark | RowsMark | EndMark

interface PartMark {
  bytes: number
}

interface HeadMark extends PartMark {
  part: 'head'
}

export interface RowsMark extends PartMark {
  part: 'rows'
  rows: number
  slot: number
  /** Null: the end mark decides, and rows do not count before it. */
  cursor: string | null
  repeatsRemoved: number
  /** False: a later row may repeat one of these. */
  ordered: boolean
  requests: number
  proofs?: ProofCounts
  totals?: RowTotals
}

export interface EndMark extends PartMark {
  part: 'end'
  summary: ExportSummary
  problem: Problem | null
  requests: number
}

export function markLine(format: ExportFormat, mark: ExportMark): string {
  const json = JSON.stringify({ mark })
  return format === 'csv' ? `# ${json}\r\n` : `${json}\n`
}
