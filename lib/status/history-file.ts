import { csvComment, csvNumber, csvRow, plainForComment } from '../format/csv'
import { escapeInvisible } from '../format/text'
import type { HistoryPoint, Incident, StatusHistory } from './history/contract'

/* Starts with the same comments as an exported list (document.ts). */

const COLUMNS: readonly (readonly [name: string, of: (point: HistoryPoint) => string | number | null])[] = [
  ['at', ({ at }) => at],
  ['samples', ({ samples }) => samples],
  ['answered', ({ answered }) => answered],
  ['slot', ({ slot }) => slot],
  ['slots_per_second', ({ slotsPerSecond }) => slotsPerSecond],
  ['lag_slots', ({ lag }) => lag],
  ['head_age_seconds', ({ headAgeSeconds }) => headAgeSeconds],
  ['latency_ms', ({ latencyMs }) => latencyMs],
  ['latency_max_ms', ({ latencyMaxMs }) => latencyMaxMs],
]

/** @param exportedAt ISO 8601 UTC */
export function historyCsv(history: StatusHistory, exportedAt: string): string {
  const { network, from, to, stepSeconds, points, periods, incidents, notes, seconds, recordedBy, reason, oldest } =
    history
  const recorded = { this: 'by this explorer', another: 'by another explorer', nobody: 'not at present' }[recordedBy]
  return [
    csvComment('Leafscan export: status history'),
    csvComment(`network: ${network}`),
    csvComment(`from: ${from}`),
    csvComment(`to: ${to}`),
    csvComment(`step: ${stepSeconds} s - a step without a row has no check`),
    csvComment(plainForComment(`recorded: ${recorded}${reason === undefined ? '' : `: ${reason}`}`)),
    csvComment(oldest === null ? 'oldest check: none' : `oldest check: ${oldest}`),
    csvComment(`exported: ${exportedAt}`),
    ...Object.entries(seconds).map(([verdict, of]) => csvComment(`seconds ${wordsOf(verdict)}: ${of}`)),
    ...periods.map((period) => csvComment(`period ${period.from} to ${period.to}: ${period.verdict ?? 'no data'}`)),
    ...incidents.map(incidentRemark),
    ...notes.map(({ kind, from, to, note }) => csvComment(`${kind} ${from} to ${to}: ${escapeInvisible(note)}`)),
    csvRow(COLUMNS.map(([name]) => name)),
    ...points.map((point) => csvRow(COLUMNS.map(([, of]) => cellOf(of(point))))),
    csvComment(`rows: ${points.length}`),
  ].join('')
}

function incidentRemark({ id, cause, from, to, seconds, verdicts, cutAtStart, cutAtEnd }: Incident): string {
  const cut = [cutAtStart && 'may begin earlier', cutAtEnd && 'may end later'].filter(Boolean)
  const what = [`${seconds} s`, ...cut].join(', ')
  const document = id === null ? '' : `; ${cause ?? 'cause not recorded'} /status/incident/${id}`
  return csvComment(plainForComment(`incident ${from} to ${to}, ${what}: ${verdicts.join(', then ')}${document}`))
}

function cellOf(value: string | number | null): string {
  return typeof value === 'number' ? csvNumber(value) : (value ?? '')
}

export function historyFileName({ network, from, to }: StatusHistory): string {
  const [begin, end] = [from, to].map((iso) => iso.slice(0, 19).replaceAll(':', ''))
  return `leafscan-${network}-status-${begin}-${end}.csv`.replaceAll(/[^\w.-]+/g, '_')
}

function wordsOf(verdict: string): string {
  return verdict === 'noSample' ? 'without data' : verdict
}
