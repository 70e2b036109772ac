import {
  csvCell,
  decodedRowMembers,
  fileColumns,
  HAPPENED_COLUMNS,
  IDL_COLUMNS,
  idlCells,
} from '../../account/file-columns'
import type { ProofCounts, RowProof } from '../../account/proof/contract'
import { PROOF_COLUMN, proofCountsText, proofText } from '../../account/proof/proof-file'
import type { ExportFormat } from '../../api/file-format'
import type { IdlSource } from '../../api/idl'
import type { WholeListProgress } from '../../api/whole'
import { csvComment, csvRow, plainForComment, SHEET_DIGITS } from '../../format/csv'
import { nounFor } from '../../format/numbers'
import type { AnyItem, Items, RowsName } from '../../protocol/rpc/items'
import { stringifyJson } from '../../protocol/rpc/json'
import type { ListMethod } from '../../protocol/rpc/methods'
import type { Mints } from '../../protocol/solana/mint-info'
import { type RowTotals, summedColumns, totalsJson, totalsText } from './totals'

/* A file names its source and digest. features.md a24, e12. */

export interface ExportRequest<M extends ListMethod> {
  method: M
  rows: RowsName
  params: object
  network: string
  from: string | null
  limit: number | null
  proof?: boolean
  whole?: 'true' | 'twice'
  /** True: with what each transaction did. */
  happened?: boolean
  /** By which rows are decoded. */
  idl?: { source: IdlSource; hash: string }
  startedAt: string
}

export interface ExportSummary {
  rows: number
  repeatsRemoved: number
  slots: { from: number; to: number } | null
  endedAt: string
  /** Like Answer.meta.complete: false if rows are or may be missing. */
  complete: boolean | null
  completeReason?: string | undefined
  page?: true
  /** Continues an interrupted file or a page; null: at the end. */
  cursor: string | null
  whole?: WholeListProgress
  proofs?: ProofCounts
  totals?: RowTotals
  fromCursor?: true
  sha256: string
}

const CREATED_COLUMN = 'created_meanwhile'

export function exportHead<M extends ListMethod>(format: ExportFormat, request: ExportRequest<M>): string {
  const { method, rows, params, network, from, limit, proof = false, whole, happened, idl, startedAt } = request
  if (format === 'ndjson') {
    const exported = {
      method,
      params,
      network,
      from,
      ...(limit !== null && { limit }),
      ...(proof && { proof }),
      ...(whole && { whole }),
      ...(idl && { idl }),
      startedAt,
    }
    return `${stringifyJson({ export: exported })}\n`
  }
  const summed = summedColumns(rows, params)
  const long = `a number of more than ${SHEET_DIGITS} significant digits is text behind an apostrophe`
  return [
    csvComment(`Leafscan export: ${method}`),
    csvComment(`network: ${network}`),
    csvComment(`params: ${paramsText(params)}`),
    csvComment(from === null ? 'from: the start of the list' : `from: cursor ${from}`),
    ...(limit === null ? [] : [csvComment(`one page of at most ${limit} rows`)]),
    ...(whole ? [csvComment(`read whole (whole=${whole}): rows may come part by part and each once`)] : []),
    csvComment(`started: ${startedAt}`),
    ...(idl ? [csvComment(`decoded by an IDL: ${sourceText(idl.source)} - SHA-256 ${idl.hash}`)] : []),
    csvComment('texts that look like numbers or dates or formulas are behind an apostrophe'),
    csvComment(
      summed.length === 0
        ? long
        : `columns ${summed.join(' ')}: ${long} - a SUM leaves it out - exact totals are at the end of the file`,
    ),
    csvRow([
      ...fileColumns(rows, params).map(({ name }) => name),
      ...(whole ? [CREATED_COLUMN] : []),
      ...(proof ? [PROOF_COLUMN] : []),
      ...(happened ? HAPPENED_COLUMNS : []),
      ...(idl ? IDL_COLUMNS : []),
    ]),
  ].join('')
}

function sourceText(source: IdlSource): string {
  if (source.kind === 'file') return 'a file of this explorer’s operator'
  return `account ${source.account} (${source.kind}) - authority ${source.authority ?? 'none'}`
}

function paramsText(params: object): string {
  const query = Object.entries(params)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : stringifyJson(value)}`)
    .join('&')
  return query || 'none'
}

/** @param createdAfter marks accounts created after this slot, when the list was read whole */
export function exportRows<R extends RowsName>(
  format: ExportFormat,
  rows: R,
  items: readonly Items[R][],
  params: object = {},
  mints: Mints = {},
  proofs?: readonly RowProof[],
  createdAfter?: number,
  isDecoded = false,
): string {
  const isMarked = (item: AnyItem) => createdAfter !== undefined && 'hash' in item && item.slotCreated > createdAfter
  if (format === 'ndjson') {
    return items
      .map((item, i) => ({
        ...item,
        ...decodedRowMembers(rows, params, item, mints),
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
      const happened = 'described' in item ? HAPPENED_COLUMNS.map((name) => csvCell(Reflect.get(item, name))) : []
      return csvRow([
        ...columns.map(({ of }) => of(item)),
        ...created,
        ...(proof ? [proofText(proof)] : []),
        ...happened,
        ...(isDecoded ? idlCells(item) : []),
      ])
    })
    .join('')
}

/** Files without this tail are truncated. */
export function exportTail(format: ExportFormat, summary: ExportSummary): string {
  const { totals, fromCursor, ...said } = summary
  if (format === 'ndjson')
    return `${stringifyJson({ end: { ...said, ...(totals && { totals: totalsJson(totals) }) } })}\n`
  const { rows, repeatsRemoved, proofs, slots, endedAt, completeReason, cursor, sha256, whole } = summary
  const completeness = completenessOf(summary)
  return [
    csvComment(plainForComment(completeReason === undefined ? completeness : `${completeness}: ${completeReason}`)),
    ...(whole?.claim?.sentences.slice(1) ?? []).map((sentence) => csvComment(plainForComment(sentence))),
    ...(whole ? [csvComment(plainForComment(wholeText(whole)))] : []),
    ...(cursor === null ? [] : [csvComment(`continues at cursor ${cursor}`)]),
    csvComment(`rows: ${rows}`),
    csvComment(`repeats removed: ${repeatsRemoved}`),
    ...(totals ? totalsText(totals, ofThisFile(summary)).map(csvComment) : []),
    ...(proofs ? [csvComment(plainForComment(proofCountsText(proofs)))] : []),
    csvComment(slots === null ? 'slots: none' : `slots: ${slots.from} to ${slots.to}`),
    csvComment(`ended: ${endedAt}`),
    csvComment(`SHA-256 of all before this summary: ${sha256}`),
  ].join('')
}

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

function wholeText({ by, calls, parts, slots }: WholeListProgress): string {
  const { whole, split, unproven, left } = parts
  const what =
    by === 'parts' ? `parts: ${whole} whole, ${split} split, ${unproven} not proven, ${left} left` : 'read by its pages'
  return `${what}; calls: ${calls}; slots: ${slots.from ?? 'none'} to ${slots.to ?? 'not known'}`
}

function completenessOf({ page, complete }: ExportSummary): string {
  if (page) return 'ONE PAGE OF A LIST'
  return complete === true ? 'COMPLETE' : complete === false ? 'INCOMPLETE' : 'NOT PROVEN COMPLETE'
}

export function exportFileName<M extends ListMethod>(
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
