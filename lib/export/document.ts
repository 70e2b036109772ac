import { stringifyJson } from '../rpc/json'
import { columns, type ExportedMethod, type ExportedRow } from './columns'
import { csvRemark, csvRow } from './csv'

/*
 * A list as a file that tells where it comes from: what was asked, of which network, when, at which slots, how many rows,
 * whether that is all, and a digest. The same text whether the server or the page writes it. features.md a24, e12.
 */

export const FORMATS = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof FORMATS)[number]

export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** What was asked. */
export interface ExportQuestion<M extends ExportedMethod> {
  method: M
  /** Without limit and cursor. */
  params: object
  network: string
  /** The explorer's cursor that the file starts behind; null: at the list's start. */
  from: string | null
  /** ISO 8601 UTC. */
  startedAt: string
}

/** What is known at the end. */
export interface ExportSummary {
  rows: number
  /** Repeats that the indexer sent and that were left out. */
  repeatsRemoved: number
  /** Slots of the answers; null without one. */
  slots: { from: number; to: number } | null
  endedAt: string
  /** As Answer.meta.complete: false where rows are missing or suspected. */
  complete: boolean | null
  completeReason: string | undefined
  /** Where a file that was broken off goes on; null: there is nothing more to ask for. */
  cursor: string | null
  /** SHA-256, in hex, of every byte of the file before this summary. */
  sha256: string
}

/** The file's beginning. */
export function exportHead<M extends ExportedMethod>(format: ExportFormat, question: ExportQuestion<M>): string {
  const { method, params, network, from, startedAt } = question
  if (format === 'ndjson') return `${stringifyJson({ export: { method, params, network, from, startedAt } })}\n`
  return [
    csvRemark(`Leafscan export: ${method}`),
    csvRemark(`network: ${network}`),
    csvRemark(`params: ${stringifyJson(params)}`),
    csvRemark(from === null ? 'from: the start of the list' : `from: cursor ${from}`),
    csvRemark(`started: ${startedAt}`),
    csvRemark("integers of more than 15 digits begin with ' so that a spreadsheet keeps every digit"),
    csvRow(columns[method].map(({ name }) => name)),
  ].join('')
}

/** Rows, in order. */
export function exportRows<M extends ExportedMethod>(
  format: ExportFormat,
  method: M,
  rows: readonly ExportedRow<M>[],
): string {
  if (format === 'ndjson') return rows.map((row) => `${stringifyJson(row)}\n`).join('')
  return rows.map((row) => csvRow(columns[method].map(({ of }) => of(row)))).join('')
}

/** The file's end. A file without it was cut off on its way. */
export function exportTail(format: ExportFormat, summary: ExportSummary): string {
  if (format === 'ndjson') return `${stringifyJson({ end: summary })}\n`
  const { rows, repeatsRemoved, slots, endedAt, complete, completeReason, cursor, sha256 } = summary
  const verdict = complete === true ? 'COMPLETE' : complete === false ? 'INCOMPLETE' : 'COMPLETENESS NOT PROVEN'
  return [
    csvRemark(completeReason === undefined ? verdict : `${verdict}: ${completeReason}`),
    ...(cursor === null ? [] : [csvRemark(`goes on at cursor ${cursor}`)]),
    csvRemark(`rows: ${rows}`),
    csvRemark(`repeats removed: ${repeatsRemoved}`),
    csvRemark(slots === null ? 'slots: none' : `slots: ${slots.from} to ${slots.to}`),
    csvRemark(`ended: ${endedAt}`),
    csvRemark(`SHA-256 of all before this summary: ${sha256}`),
  ].join('')
}

/** A file name that says what is in it, of characters that every system takes. */
export function exportName<M extends ExportedMethod>(
  format: ExportFormat,
  { method, params, network, startedAt }: ExportQuestion<M>,
): string {
  const subject = Object.values(params).find((value): value is string => typeof value === 'string')
  const parts = ['leafscan', network, method, subject?.slice(0, 8), startedAt.slice(0, 19).replaceAll(':', '')]
  return `${parts
    .filter((part) => part !== undefined)
    .join('-')
    .replaceAll(/[^\w.-]+/g, '_')}.${format}`
}
