import type { ExportFormat } from '../api/file-format'
import { csvComment, csvRow, csvText, plainForComment, SHEET_DIGITS } from '../format/csv'
import { stringifyJson } from '../protocol/rpc/json'
import { csvCell, HAPPENED_COLUMNS, type HappenedCells, rowColumns } from './file-columns'
import { type AccountHistory, type AccountVersion, type HistoryEnd, isCompleteHistory } from './history/contract'

const TRANSACTIONS: readonly (readonly [name: string, of: (version: AccountVersion) => string | number | null])[] = [
  ['version', ({ number }) => number],
  ['proof', ({ proof }) => proof.result],
  ['created_signature', ({ created }) => created.signature],
  ['created_slot', ({ created }) => created.slot],
  ['created_time', ({ created }) => created.blockTime],
  ['created_signer', ({ created }) => csvText(created.signer)],
  ['consumed_signature', ({ consumed }) => consumed?.signature ?? null],
  ['consumed_slot', ({ consumed }) => consumed?.slot ?? null],
]

const TOKEN = ['mint', 'owner', 'amount', 'delegate', 'state'] as const

export function accountHistoryHead(
  format: ExportFormat,
  about: { network: string; hash: string; address: string | null; startedAt: string },
): string {
  if (format === 'ndjson') return `${stringifyJson({ kind: 'head', export: 'account history', ...about })}\n`
  const names = [
    ...TRANSACTIONS.map(([name]) => name),
    ...rowColumns.accounts.map(({ name }) => name),
    ...TOKEN.map((name) => `token_${name}`),
    ...HAPPENED_COLUMNS,
  ]
  return [
    csvComment('Leafscan export: account history - newest version first'),
    csvComment(`network: ${about.network}`),
    csvComment(`account hash: ${about.hash}`),
    csvComment(about.address === null ? 'address: none - so this is a trail' : `address: ${about.address}`),
    csvComment('proof: whether the fields make the hash - signer and time are the chain node’s word'),
    csvComment(`exported: ${about.startedAt}`),
    csvComment(`a number of more than ${SHEET_DIGITS} significant digits is text behind an apostrophe`),
    csvRow(names),
  ].join('')
}

/** Each with what its creating transaction did. */
export function accountHistoryRows(
  format: ExportFormat,
  versions: readonly (AccountVersion & HappenedCells)[],
): string {
  return versions
    .map((version) => {
      const { previous, ...row } = version
      if (format === 'ndjson') return `${stringifyJson({ kind: 'row', ...row })}\n`
      return csvRow([
        ...TRANSACTIONS.map(([, of]) => String(of(version) ?? '')),
        ...rowColumns.accounts.map(({ of }) => of(version.account)),
        ...TOKEN.map((name) => csvCell(version.tokenData?.[name])),
        ...HAPPENED_COLUMNS.map((name) => csvCell(version[name])),
      ])
    })
    .join('')
}

export function accountHistoryTail(
  format: ExportFormat,
  { rows, history, problem }: { rows: number; history: AccountHistory; problem: string | null },
): string {
  const complete = problem === null && isCompleteHistory(history)
  const ends = { newest: endText(history.newestEnd), oldest: endText(history.oldestEnd) }
  if (format === 'ndjson') return `${stringifyJson({ kind: 'end', rows, complete, ...ends, problem })}\n`
  return [
    csvComment(`rows: ${rows}`),
    csvComment(plainForComment(`newest version: ${ends.newest}`)),
    csvComment(plainForComment(`oldest version: ${ends.oldest}`)),
    csvComment(plainForComment(`complete: ${complete ? 'yes' : 'no'}${problem === null ? '' : `: ${problem}`}`)),
  ].join('')
}

export function accountHistoryFileName(format: ExportFormat, network: string, hash: string): string {
  return `leafscan-${network}-history-${hash}.${format}`.replaceAll(/[^\w.-]+/g, '_')
}

function endText(end: HistoryEnd): string {
  switch (end.kind) {
    case 'live':
      return 'live'
    case 'closed':
      return `closed by ${end.by.signature}`
    case 'created':
      return end.isNewAddress ? 'created with a new address' : 'created out of no other account'
    case 'several':
      return `one of ${end.accounts.length} accounts of one event`
    case 'older_than_index':
      return `not in this index: ${end.hash}`
    case 'unwalked':
      return `not read yet: ${end.hash}`
    case 'unknown':
      return 'unknown: the transaction does not hold the fields of what it consumed'
    case 'problem':
      return `failed: ${end.problem.detail}`
    default:
      return end satisfies never
  }
}
