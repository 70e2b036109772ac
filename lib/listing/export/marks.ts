import type { ProofCounts } from '../../account/proof/contract'
import type { ExportFormat } from '../../api/file-format'
import type { Problem } from '../../api/problem'
import type { ExportSummary } from './document'
import type { RowTotals } from './totals'

/*
 * A marked export (`marks=true`): before each part of the file comes a line with the part's length and the cursor behind
 * it. A client that drops these lines has exactly the plain file. A client that is cut off drops the partial part and
 * requests the rest with the cursor of the last whole one, so that no row is lost or doubled. Lengths, not contents, delimit
 * parts: no text of an indexer can pass for a line of ours.
 */

/** A line of a marked export: how long the part of the file is that follows, and where the list continues behind it. */
export type ExportMark = HeadMark | RowsMark | EndMark

interface PartMark {
  /** Bytes of the part that follows the line. */
  bytes: number
}

interface HeadMark extends PartMark {
  part: 'head'
}

export interface RowsMark extends PartMark {
  part: 'rows'
  rows: number
  /** Slot of the answer that they came with. */
  slot: number
  /** Where the list continues behind them; null: the end mark decides, and they do not count before it. */
  cursor: string | null
  /** Repeats that were left out, from the list's first row on. */
  repeatsRemoved: number
  /** False where the indexer's order does not rule out that a later row repeats one of these. */
  ordered: boolean
  /** Answers that the indexer gave for this export so far. */
  requests: number
  /** What the proofs of these rows came to; absent where none were made. */
  proofs?: ProofCounts
  /** What these rows come to; absent for rows that have nothing to sum. */
  totals?: RowTotals
}

/** The summary, with which the stream ends; a stream without it was cut off. */
export interface EndMark extends PartMark {
  part: 'end'
  summary: ExportSummary
  /** Why the list was interrupted, and when to retry; null: it was not. */
  problem: Problem | null
  requests: number
}

/** A mark as its line: JSON in both formats, behind `# ` in CSV. */
export function markLine(format: ExportFormat, mark: ExportMark): string {
  const json = JSON.stringify({ mark })
  return format === 'csv' ? `# ${json}\r\n` : `${json}\n`
}

/** Reads a mark's line, without its line end. @throws SyntaxError for any other. */
export function readMark(line: string): ExportMark {
  const { mark } = JSON.parse(line.replace(/^# /, '')) as { mark?: ExportMark }
  if (typeof mark?.bytes !== 'number') throw new SyntaxError('Not a mark of an export.')
  return mark
}
