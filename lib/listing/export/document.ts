import { decodedMembers, fileColumns } from '../../account/file-columns'
import type { ProofCounts, RowProof } from '../../account/proof/contract'
import { PROOF_COLUMN, proofCountsText, proofText } from '../../account/proof/proof-file'
import type { ExportFormat } from '../../api/file-format'
import type { WholeFacts } from '../../api/whole'
import { csvRemark, csvRow, inRemark, SHEET_DIGITS } from '../../format/csv'
import { nounFor } from '../../format/numbers'
import type { AnyItem, Items, RowsName } from '../../protocol/rpc/items'
import { stringifyJson } from '../../protocol/rpc/json'
import type { ListMethod } from '../../protocol/rpc/methods'
import type { Mints } from '../../protocol/solana/mint-info'
import { type RowTotals, summedColumns, totalsJson, totalsText } from './totals'

/*
 * A list as a file that names its source: the request, the network, the time, the slots, the number of rows, whether that
 * is all, and a digest. The server and the page write the same text. features.md a24, e12.
 */

export interface ExportRequest<M extends ListMethod> {
  method: M
  rows: RowsName
  /** Without limit and cursor. */
  params: object
  network: string
  /** The explorer's cursor that the file starts behind; null: at the list's start. */
  from: string | null
  /** Rows of the one requested page; null: all that follow. */
  limit: number | null
  /** True: each row was checked against its hash. */
  proof?: boolean
  /** The list is read whole, in parts where its pages lose rows. Absent: by its pages. */
  whole?: 'true' | 'twice'
  startedAt: string
}

/** A place where an export was interrupted and resumed: no row is missing or doubled there. */
export interface Seam {
  afterRow: number
  reason: string
  /** When it was interrupted and resumed, ISO 8601 UTC. */
  brokenAt: string
  resumedAt: string
}

export interface ExportSummary {
  rows: number
  /** Repeats that the indexer sent and that were left out. */
  repeatsRemoved: number
  /** Slots of the answers; null without one. */
  slots: { from: number; to: number } | null
  endedAt: string
  /** As Answer.meta.complete: false where rows are missing or suspected. */
  complete: boolean | null
  completeReason?: string | undefined
  /** True for one page of a longer list. Absent: the file should hold everything from its start on. */
  page?: true
  /** Where an interrupted file, or one page, continues; null: nothing follows. */
  cursor: string | null
  /** How a list was read whole, and what stands of it; absent: it was read by its pages. */
  whole?: WholeFacts
  /** What the rows' proofs came to; absent where none were made. */
  proofs?: ProofCounts
  /** What the rows of the file come to; absent for rows that have nothing to sum. */
  totals?: RowTotals
  /** True for a file that starts behind a cursor. Absent: at the list's first row. */
  fromCursor?: true
  /** Absent: it was written in one go. */
  seams?: readonly Seam[]
  /** SHA-256, in hex, of every byte of the file before this summary. */
  sha256: string
}

/** Column and member of a list that is read whole: whether an account was created while it was read. */
const CREATED_COLUMN = 'created_meanwhile'

export function exportHead<M extends ListMethod>(format: ExportFormat, request: ExportRequest<M>): string {
  const { method, rows, params, network, from, limit, proof = false, whole, startedAt } = request
  if (format === 'ndjson') {
    const exported = {
      method,
      params,
      network,
      from,
      ...(limit !== null && { limit }),
      ...(proof && { proof }),
      ...(whole && { whole }),
      startedAt,
    }
    return `${stringifyJson({ export: exported })}\n`
  }
  const summed = summedColumns(rows, params)
  const long = `a number of more than ${SHEET_DIGITS} significant digits is text behind an apostrophe`
  return [
    csvRemark(`Leafscan export: ${method}`),
    csvRemark(`network: ${network}`),
    csvRemark(`params: ${paramsText(params)}`),
    csvRemark(from === null ? 'from: the start of the list' : `from: cursor ${from}`),
    ...(limit === null ? [] : [csvRemark(`one page of at most ${limit} rows`)]),
    ...(whole ? [csvRemark(`read whole (whole=${whole}): rows may come part by part and each once`)] : []),
    csvRemark(`started: ${startedAt}`),
    csvRemark('texts that look like numbers or dates or formulas are behind an apostrophe'),
    csvRemark(
      summed.length === 0
        ? long
        : `columns ${summed.join(' ')}: ${long} - a SUM leaves it out - exact totals are at the end of the file`,
    ),
    csvRow([
      ...fileColumns(rows, params).map(({ name }) => name),
      ...(whole ? [CREATED_COLUMN] : []),
      ...(proof ? [PROOF_COLUMN] : []),
    ]),
  ].join('')
}

/** Parameters as they stand in an address, but for what a remark writes otherwise. */
function paramsText(params: object): string {
  const query = Object.entries(params)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : stringifyJson(value)}`)
    .join('&')
  return query || 'none'
}

/**
 * Rows, in order. @param params what the list was asked with: the token program's accounts have their token data beside
 * @param mints what the chain knows of them
 * @param proofs of the rows, in their order; absent: none were made
 * @param createdAfter of a list that is read whole: accounts that were created after this slot are marked
 */
export function exportRows<R extends RowsName>(
  format: ExportFormat,
  rows: R,
  items: readonly Items[R][],
  params: object = {},
  mints: Mints = {},
  proofs?: readonly RowProof[],
  createdAfter?: number,
): string {
  const isMarked = (item: AnyItem) => createdAfter !== undefined && 'hash' in item && item.slotCreated > createdAfter
  if (format === 'ndjson') {
    return items
      .map((item, i) => ({
        ...item,
        ...decodedMembers(rows, params, item, mints),
        ...(isMarked(item) && { [CREATED_COLUMN]: true }),
        ...(proofs && { proof: proofs[i] }),
      }))
      .map((row) => `${stringifyJson(row)}\n`)
      .join('')
  }
  const columns = fileColumns(rows, params, mints)
  return items
    .map((item, i) => {
      const proof = proofs?.[i]
      const created = createdAfter === undefined ? [] : [isMarked(item) ? '1' : '']
      return csvRow([...columns.map(({ of }) => of(item)), ...created, ...(proof ? [proofText(proof)] : [])])
    })
    .join('')
}

/** The file's end. A file without it is truncated. */
export function exportTail(format: ExportFormat, summary: ExportSummary): string {
  const { totals, fromCursor, ...said } = summary
  if (format === 'ndjson')
    return `${stringifyJson({ end: { ...said, ...(totals && { totals: totalsJson(totals) }) } })}\n`
  const { rows, repeatsRemoved, proofs, slots, endedAt, completeReason, cursor, seams = [], sha256, whole } = summary
  const completeness = completenessOf(summary)
  return [
    csvRemark(inRemark(completeReason === undefined ? completeness : `${completeness}: ${completeReason}`)),
    ...(whole?.claim?.sentences.slice(1) ?? []).map((sentence) => csvRemark(inRemark(sentence))),
    ...(whole ? [csvRemark(inRemark(wholeText(whole)))] : []),
    ...(cursor === null ? [] : [csvRemark(`continues at cursor ${cursor}`)]),
    ...seams.map(({ afterRow, reason, brokenAt, resumedAt }) =>
      csvRemark(inRemark(`seam after row ${afterRow}: ${reason}; interrupted ${brokenAt}, resumed ${resumedAt}`)),
    ),
    csvRemark(`rows: ${rows}`),
    csvRemark(`repeats removed: ${repeatsRemoved}`),
    ...(totals ? totalsText(totals, ofThisFile(summary)).map(csvRemark) : []),
    ...(proofs ? [csvRemark(inRemark(proofCountsText(proofs)))] : []),
    csvRemark(slots === null ? 'slots: none' : `slots: ${slots.from} to ${slots.to}`),
    csvRemark(`ended: ${endedAt}`),
    csvRemark(`SHA-256 of all before this summary: ${sha256}`),
  ].join('')
}

/** Whose the totals are, and why that may not be the list's. */
function ofThisFile({ rows, page, complete, fromCursor }: ExportSummary): string {
  const part = page
    ? ' - one page of the list'
    : complete === false
      ? ' - which is incomplete'
      : fromCursor
        ? ' - which starts behind a cursor'
        : complete === null
          ? ' - which is not proven complete'
          : ''
  return `the ${rows} ${nounFor(rows, 'row')} in this file${part}`
}

function wholeText({ by, calls, parts, slots }: WholeFacts): string {
  const { whole, split, unproven, left } = parts
  const what =
    by === 'parts' ? `parts: ${whole} whole, ${split} split, ${unproven} not proven, ${left} left` : 'read by its pages'
  return `${what}; calls: ${calls}; slots: ${slots.from ?? 'none'} to ${slots.to ?? 'not known'}`
}

function completenessOf({ page, complete }: ExportSummary): string {
  if (page) return 'ONE PAGE OF A LIST'
  return complete === true ? 'COMPLETE' : complete === false ? 'INCOMPLETE' : 'NOT PROVEN COMPLETE'
}

/** A file name that says what is in it, in characters that every system accepts. */
export function exportName<M extends ListMethod>(
  format: ExportFormat,
  { method, params, network, startedAt }: Pick<ExportRequest<M>, 'method' | 'params' | 'network' | 'startedAt'>,
): string {
  const subject = Object.values(params).find((value): value is string => typeof value === 'string')
  const parts = ['leafscan', network, method, subject?.slice(0, 8), startedAt.slice(0, 19).replaceAll(':', '')]
  return `${parts
    .filter((part) => part !== undefined)
    .join('-')
    .replaceAll(/[^\w.-]+/g, '_')}.${format}`
}
