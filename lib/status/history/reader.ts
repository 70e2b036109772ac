import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import type { HistoryPoint, StatusHistory, VerdictChange } from './contract'
import type { HistoryDatabase, HistoryRow } from './database'
import { incidentsOf } from './incidents'
import { notesIn } from './notes'
import { beganAt, isoOf, type LastCheck, periodsIn, secondsOf, type Turn, toVerdictPeriod } from './periods'
import { RETENTION_MS } from './retention'
import { type HistoryStep, joinedBy, STORED_STEPS, startOf, stepSecondsFor } from './steps'
import { ascending, checkCountOf, countOf, figureOf, momentOf, orNull, verdictOf, wordsOf } from './values'

/* Reads by key only: the time depends on the number of points, not on the range. Epoch milliseconds. */

interface Range {
  fromMs: number
  toMs: number
}

export type RecordedHistory = Omit<StatusHistory, 'recordedBy' | 'reason'>

export function readHistory(
  db: HistoryDatabase | null,
  network: string,
  { fromMs, toMs, points }: Range & { points: number },
  nowMs: number,
): RecordedHistory {
  const record = db && recordOf(db, network)
  const stepSeconds = stepSecondsFor(toMs - fromMs, points, record ? shortestWhole(record, fromMs) : 1)
  const steps = record ? stepsOf(record, stepSeconds, fromMs, toMs) : []
  const before = record && steps[0] ? slotBefore(record, stepSeconds, steps[0].at) : null
  const turns = record ? turnsFor(record.db, record.id, Math.min(fromMs, before?.at ?? fromMs), toMs) : []
  const periods = periodsIn(turns, record, { fromMs, toMs }, nowMs)
  return {
    network,
    from: isoOf(fromMs),
    to: isoOf(toMs),
    stepSeconds,
    points: pointsOf(steps, before, turns),
    periods: periods.map(toVerdictPeriod),
    incidents: incidentsOf(periods),
    notes: db ? notesIn(db, network, { fromMs, toMs }) : [],
    seconds: secondsOf(periods),
    oldest: record && isoOf(Math.max(record.firstAt, nowMs - RETENTION_MS)),
  }
}

export function readChanges(
  db: HistoryDatabase,
  network: string,
  { fromMs, toMs, limit }: Range & { limit: number },
): VerdictChange[] {
  const rows = db.all(
    `SELECT confirmed_at, at, before, verdict, summary FROM change
     WHERE network = ? AND confirmed_at >= ? AND confirmed_at <= ? ORDER BY confirmed_at DESC LIMIT ?`,
    idOf(db, network),
    fromMs,
    toMs,
    limit,
  )
  return rows.reverse().map((row) => ({
    at: isoOf(momentOf(row.at)),
    confirmedAt: isoOf(momentOf(row.confirmed_at)),
    from: orNull(row.before, verdictOf),
    to: verdictOf(row.verdict),
    summary: wordsOf(row.summary),
  }))
}

/** The beginning may be several restarts back. */
const TURNS_READ = 200

/** ISO 8601 UTC; null: nothing on record. */
export function readBegan(db: HistoryDatabase, network: string): string | null {
  const rows = db.all(
    'SELECT at, verdict, summary FROM turn WHERE network = ? ORDER BY at DESC LIMIT ?',
    idOf(db, network),
    TURNS_READ,
  )
  const began = beganAt(ascending(rows.reverse().map(turnOf)))
  return began === null ? null : isoOf(began)
}

export function readLast(db: HistoryDatabase, network: string, count: number): (ProbeSample & { verdict: Verdict })[] {
  const rows = db.all(
    `SELECT at, slot, says, lag, text, latency_ms, verdict FROM look WHERE network = ? ORDER BY at DESC LIMIT ?`,
    idOf(db, network),
    count,
  )
  const checks = rows.reverse().map((row) => ({
    at: momentOf(row.at),
    slot: orNull(row.slot, countOf),
    says: verdictOf(row.says),
    lag: orNull(row.lag, figureOf),
    text: wordsOf(row.text),
    latencyMs: countOf(row.latency_ms),
    verdict: verdictOf(row.verdict),
  }))
  return ascending(checks).map((row) => ({ ...row, at: isoOf(row.at) }))
}

export function checksIn(db: HistoryDatabase, id: number, from: number, to: number): HistoryStep[] {
  const rows = db.all(
    `SELECT at, slot, lag, head_age_ms, latency_ms FROM look WHERE network = ? AND at >= ? AND at < ? ORDER BY at`,
    id,
    from,
    to,
  )
  const checks = rows.map((row) => {
    const at = momentOf(row.at)
    const slot = orNull(row.slot, countOf)
    const [answered, slotAt] = slot === null ? [0, null] : [1, at]
    const [lag, headAgeMs] = [orNull(row.lag, figureOf), orNull(row.head_age_ms, figureOf)]
    const latencyMs = countOf(row.latency_ms)
    return { at, samples: 1, answered, slot, slotAt, lag, headAgeMs, latencyMs, latencyMaxMs: latencyMs }
  })
  return ascending(checks)
}

export function stepsIn(db: HistoryDatabase, id: number, seconds: number, from: number, to: number): HistoryStep[] {
  const rows = db.all(
    `SELECT at, samples, answered, slot, slot_at, lag, head_age_ms, latency_ms, latency_max_ms
     FROM step WHERE network = ? AND seconds = ? AND at >= ? AND at < ? ORDER BY at`,
    id,
    seconds,
    from,
    to,
  )
  const steps = rows.map((row) => ({
    at: momentOf(row.at),
    samples: checkCountOf(row.samples),
    answered: checkCountOf(row.answered),
    slot: orNull(row.slot, countOf),
    slotAt: orNull(row.slot_at, momentOf),
    lag: orNull(row.lag, figureOf),
    headAgeMs: orNull(row.head_age_ms, figureOf),
    latencyMs: countOf(row.latency_ms),
    latencyMaxMs: countOf(row.latency_max_ms),
  }))
  return ascending(steps)
}

export interface OnRecord extends LastCheck {
  db: HistoryDatabase
  network: string
  id: number
  firstAt: number
}

/** null: never checked. */
export function recordOf(db: HistoryDatabase, network: string): OnRecord | null {
  const id = idOf(db, network)
  const last = db.get('SELECT at, interval_ms FROM look WHERE network = ? ORDER BY at DESC LIMIT 1', id)
  const first = db.get('SELECT min(at) AS at FROM turn WHERE network = ?', id)
  if (!last || first?.at == null) return null
  return { db, network, id, at: momentOf(last.at), intervalMs: countOf(last.interval_ms), firstAt: momentOf(first.at) }
}

/** 0: never checked. */
export function idOf(db: HistoryDatabase, network: string): number {
  return orNull(db.get('SELECT id FROM network WHERE name = ?', network)?.id, figureOf) ?? 0
}

export function turnsFor(db: HistoryDatabase, id: number, fromMs: number, toMs: number): Turn[] {
  const rows = db.all(
    `SELECT at, verdict, summary FROM turn WHERE network = ? AND at < ?
       AND at >= coalesce((SELECT max(at) FROM turn WHERE network = ? AND at <= ?), ?) ORDER BY at`,
    id,
    toMs,
    id,
    fromMs,
    fromMs,
  )
  return ascending(rows.map(turnOf))
}

function turnOf(row: HistoryRow): Turn {
  return { at: momentOf(row.at), verdict: orNull(row.verdict, verdictOf), summary: wordsOf(row.summary) }
}

function stepsOf(record: OnRecord, seconds: number, fromMs: number, toMs: number): HistoryStep[] {
  return joinedBy(partsFor(record, seconds, startOf(fromMs, seconds), toMs), seconds)
}

/** The longest stored steps, then shorter ones, then checks. */
function partsFor(record: OnRecord, seconds: number, from: number, to: number): HistoryStep[] {
  const { db, id } = record
  const stored = storedStepFor(seconds)
  if (stored === undefined) return checksIn(db, id, from, to)
  const newest = db.get('SELECT max(at) AS at FROM step WHERE network = ? AND seconds = ?', id, stored)
  const end = Math.max(from, newest?.at == null ? from : momentOf(newest.at) + stored * 1000)
  const rest = end < to ? partsFor(record, stored - 1, end, to) : []
  return [...stepsIn(db, id, stored, from, to), ...rest]
}

/** undefined: only checks fit. */
function storedStepFor(seconds: number): number | undefined {
  return STORED_STEPS.findLast((stored) => stored <= seconds)
}

function shortestWhole({ db, id, firstAt }: OnRecord, fromMs: number): number {
  const since = Math.max(fromMs, firstAt)
  const isWhole = (oldest: HistoryRow | undefined) => oldest?.at != null && momentOf(oldest.at) <= since
  if (isWhole(db.get('SELECT min(at) AS at FROM look WHERE network = ?', id))) return 1
  const oldestStep = 'SELECT min(at) AS at FROM step WHERE network = ? AND seconds = ?'
  return STORED_STEPS.find((seconds) => isWhole(db.get(oldestStep, id, seconds))) ?? STORED_STEPS[0]
}

const SLOT_BEFORE_MS = 86_400_000

function slotBefore({ db, id }: OnRecord, seconds: number, at: number): { slot: number; at: number } | null {
  const oldest = at - SLOT_BEFORE_MS
  // A longer step may include a later slot.
  const stored = storedStepFor(seconds) ?? STORED_STEPS[0]
  const check = db.get(
    'SELECT at, slot FROM look WHERE network = ? AND at < ? AND at >= ? AND slot IS NOT NULL ORDER BY at DESC LIMIT 1',
    id,
    at,
    oldest,
  )
  const newest =
    check ??
    db.get(
      `SELECT slot_at AS at, slot FROM step WHERE network = ? AND seconds = ? AND at <= ? AND at >= ?
         AND slot IS NOT NULL ORDER BY at DESC LIMIT 1`,
      id,
      stored,
      at - stored * 1000,
      oldest,
    )
  return newest ? { slot: countOf(newest.slot), at: momentOf(newest.at) } : null
}

function pointsOf(
  steps: readonly HistoryStep[],
  before: { slot: number; at: number } | null,
  turns: readonly Turn[],
): HistoryPoint[] {
  const gaps = turns.filter(({ verdict }) => verdict === null).map(({ at }) => at)
  let last = before
  let gap = 0
  return steps.map((step) => {
    let slotsPerSecond: number | null = null
    if (step.slot !== null && step.slotAt !== null) {
      const current = { slot: step.slot, at: step.slotAt }
      while ((gaps[gap] ?? Number.POSITIVE_INFINITY) <= (last?.at ?? 0)) gap++
      const unseen = (gaps[gap] ?? Number.POSITIVE_INFINITY) < current.at
      // A slot that went back is another view of the chain: no speed.
      if (last && !unseen && current.slot >= last.slot && current.at > last.at)
        slotsPerSecond = ((current.slot - last.slot) * 1000) / (current.at - last.at)
      last = current
    }
    return {
      at: isoOf(step.at),
      samples: step.samples,
      answered: step.answered,
      slot: step.slot,
      slotsPerSecond,
      lag: step.lag,
      headAgeSeconds: step.headAgeMs === null ? null : step.headAgeMs / 1000,
      latencyMs: step.latencyMs,
      latencyMaxMs: step.latencyMaxMs,
    }
  })
}
