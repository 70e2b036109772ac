import { VERDICT_FACTS } from '../../api/verdicts'
import { rangeAround } from '../range'
import { budgetOf, spentIn } from './budget'
import type { IncidentDocument } from './contract'
import type { HistoryDatabase } from './database'
import { incidentId } from './incident-id'
import { type IncidentRow, incidentRows } from './incident-rows'
import { notesIn } from './notes'
import { isoOf, type Span } from './periods'
import { networkId, networkRecord, type RecordedHistory, readChanges, readHistory } from './reader'

/** An incident of several days may have many changes. */
const MAX_TURNS = 200

const POINTS = 180

export type RecordedIncident = Omit<IncidentDocument, 'history'> & { history: RecordedHistory }

export function readIncident(
  db: HistoryDatabase,
  network: string,
  firstBeganMs: number,
  objective: number,
  nowMs: number,
): RecordedIncident | null {
  const id = networkId(db, network)
  const [row] = incidentRows(db, 'network = ? AND at = ?', id, firstBeganMs)
  if (!row) return null
  const { beganAt, confirmedAt, endedAt, endConfirmedAt, seen } = row
  const span = { fromMs: beganAt, toMs: endedAt ?? nowMs }
  const range = { fromMs: confirmedAt, toMs: endConfirmedAt ?? nowMs, limit: MAX_TURNS }
  const turns = readChanges(db, network, range).map(({ incident: _, ...turn }) => turn)
  const verdicts = turns.map(({ to }) => to)
  const record = networkRecord(db, network)
  const history = readHistory(db, network, { ...rangeAround(span, nowMs), points: POINTS }, nowMs)
  const note = isoOf(row.at)
  return {
    id: incidentId(network, row.at),
    network,
    verdict: seen?.verdict ?? verdicts.reduce((a, b) => (severity(b) > severity(a) ? b : a), verdicts[0] ?? 'unknown'),
    cause: seen?.cause ?? null,
    began: isoOf(beganAt),
    confirmedAt: isoOf(confirmedAt),
    ended: endedAt === null ? null : isoOf(endedAt),
    endConfirmedAt: endConfirmedAt === null ? null : isoOf(endConfirmedAt),
    asOf: isoOf(nowMs),
    seconds: (span.toMs - beganAt) / 1_000,
    unseenSeconds:
      history.periods
        .filter(({ verdict }) => verdict === null)
        .reduce((sum, { from, to }) => sum + overlapMs(span, { fromMs: Date.parse(from), toMs: Date.parse(to) }), 0) /
      1_000,
    turns,
    operations: seen?.operations.map(({ operation, text }) => ({ operation, text })) ?? null,
    indexers: seen?.indexers ?? null,
    // Not what was said during the recovery.
    lastError: seen?.lastError && Date.parse(seen.lastError.at) <= span.toMs ? seen.lastError : null,
    answers: seen && { failed: seen.failed, stale: seen.stale },
    budget: {
      ...budgetOf(null, objective, nowMs),
      spentSeconds: record === null ? 0 : spentIn(record, span, nowMs) / 1_000,
    },
    notes: notesIn(db, network, span).filter(({ kind, from }) => kind !== 'note' || from === note),
    history,
  }
}

/** The incident in force just before a moment; null: ok then, or no record. */
export function incidentBefore(db: HistoryDatabase, network: string, ms: number): IncidentRow | null {
  const where = 'network = ? AND confirmed_at < ? ORDER BY confirmed_at DESC LIMIT 1'
  const [row] = incidentRows(db, where, networkId(db, network), ms)
  return row && (row.endConfirmedAt ?? ms) >= ms ? row : null
}

function overlapMs(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.toMs, b.toMs) - Math.max(a.fromMs, b.fromMs))
}

function severity(verdict: IncidentDocument['verdict']): number {
  return VERDICT_FACTS[verdict].severity
}
