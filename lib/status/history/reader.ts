import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import type { HistoryPoint, Incident, StatusHistory, VerdictChange } from './contract'
import type { HistoryDatabase } from './database'
import { incidentId } from './incident-id'
import { incidentRows } from './incident-rows'
import { notesIn } from './notes'
import {
  CHECK_SLACK_MS,
  currentVerdictSince,
  isoOf,
  type LastCheck,
  MAX_RESTART_MS,
  type Period,
  periodsIn,
  type Span,
  secondsOf,
  type VerdictStart,
} from './periods'
import { RETENTION_MS } from './retention'
import { select } from './rows'
import { type HistoryStep, mergeSteps, STORED_STEPS, stepSecondsFor, stepStart } from './steps'
import { assertAscending, checkCountOf, countOf, figureOf, momentOf, orNull, textOf, verdictOf } from './values'

/* Every query seeks by key: its cost grows with the number of points, not with the range. Times are epoch milliseconds. */

const TURN = { at: momentOf, verdict: orNull(verdictOf), summary: textOf }
const CHANGE = { ...TURN, confirmedAt: momentOf, before: orNull(verdictOf), verdict: verdictOf }
const FIGURES = {
  at: momentOf,
  slot: orNull(countOf),
  lag: orNull(figureOf),
  headAgeMs: orNull(figureOf),
  latencyMs: countOf,
}
const STEP = {
  ...FIGURES,
  samples: checkCountOf,
  answered: checkCountOf,
  slotAt: orNull(momentOf),
  latencyMaxMs: countOf,
}
const CHECK = {
  at: momentOf,
  slot: orNull(countOf),
  says: verdictOf,
  lag: orNull(figureOf),
  text: textOf,
  latencyMs: countOf,
  verdict: verdictOf,
}

/** Two checks at the idle pace. */
const BEFORE_MS = 120_000

export type RecordedHistory = Omit<StatusHistory, 'recordedBy' | 'reason'>

export function readHistory(
  db: HistoryDatabase | null,
  network: string,
  { fromMs, toMs, points }: Span & { points: number },
  nowMs: number,
): RecordedHistory {
  const record = db && networkRecord(db, network)
  const stepSeconds = stepSecondsFor(toMs - fromMs, points, record ? shortestWhole(record, fromMs) : 1)
  // Reads one step more: the first point's speed needs the slot before it.
  const firstMs = stepStart(fromMs, stepSeconds)
  const beforeMs = firstMs - Math.max(stepSeconds * 1000, BEFORE_MS)
  const steps = record ? mergeSteps(partsFor(record, stepSeconds, beforeMs, toMs), stepSeconds) : []
  const turns = record ? verdictStartsFor(record.db, record.id, beforeMs, toMs) : []
  const periods = periodsIn(turns, record, { fromMs, toMs }, nowMs)
  return {
    network,
    from: isoOf(fromMs),
    to: isoOf(toMs),
    stepSeconds,
    points: pointsOf(steps, turns).filter(({ at }) => Date.parse(at) >= firstMs),
    periods: periods.map(({ fromMs, toMs, verdict }) => ({ from: isoOf(fromMs), to: isoOf(toMs), verdict })),
    incidents: record ? named(record, incidentsOf(periods)) : [],
    notes: db ? notesIn(db, network, { fromMs, toMs }) : [],
    seconds: secondsOf(periods),
    oldest: record && isoOf(Math.max(record.firstAt, nowMs - RETENTION_MS)),
  }
}

/** A change and the id of its incident; null: the first `ok`, or dropped. */
export type RecordedChange = VerdictChange & { incident: string | null }

export function readChanges(
  db: HistoryDatabase,
  network: string,
  { fromMs, toMs, limit }: Span & { limit: number },
): RecordedChange[] {
  const rows = select(
    db,
    { ...CHANGE, incident: orNull(momentOf) },
    `FROM (
       SELECT *, (
         SELECT at FROM incident WHERE network = change.network AND confirmed_at <= change.confirmed_at
         ORDER BY confirmed_at DESC LIMIT 1
       ) AS incident FROM change
     ) WHERE network = ? AND confirmed_at BETWEEN ? AND ? ORDER BY confirmed_at DESC LIMIT ?`,
    networkId(db, network),
    fromMs,
    toMs,
    limit,
  )
  return rows.reverse().map(({ at, confirmedAt, before, verdict, summary, incident }) => {
    const change = { at: isoOf(at), confirmedAt: isoOf(confirmedAt), from: before, to: verdict, summary }
    return { ...change, incident: incident === null ? null : incidentId(network, incident) }
  })
}

/** Each with its document's id, or that of the first where several have become one. */
function named({ db, id, network }: NetworkRecord, incidents: readonly UnnamedIncident[]): Incident[] {
  const [first, last] = [incidents[0], incidents.at(-1)]
  if (!first || !last) return []
  const where = 'network = ? AND began_at <= ? AND coalesce(ended_at, ?) >= ? ORDER BY confirmed_at'
  const to = Date.parse(last.to)
  const rows = incidentRows(db, where, id, to, to, Date.parse(first.from))
  return incidents.map((incident) => {
    const [fromMs, toMs] = [Date.parse(incident.from), Date.parse(incident.to)]
    const row = rows.find(({ beganAt, endedAt }) => beganAt < toMs && (endedAt ?? toMs) > fromMs)
    return { id: row ? incidentId(network, row.at) : null, cause: row?.seen?.cause ?? null, ...incident }
  })
}

/** Each restart adds a row, so the verdict may have begun many rows before. */
const TURNS_READ = 200

/** ISO 8601 UTC; null: nothing on record. */
export function readCurrentVerdictSince(db: HistoryDatabase, network: string): string | null {
  const from = 'FROM turn WHERE network = ? ORDER BY at DESC LIMIT ?'
  const began = currentVerdictSince(
    assertAscending(select(db, TURN, from, networkId(db, network), TURNS_READ).reverse()),
  )
  return began === null ? null : isoOf(began)
}

export function readLastChecks(
  db: HistoryDatabase,
  network: string,
  count: number,
): (ProbeSample & { verdict: Verdict })[] {
  const checks = select(
    db,
    CHECK,
    'FROM look WHERE network = ? ORDER BY at DESC LIMIT ?',
    networkId(db, network),
    count,
  )
  return assertAscending(checks.reverse()).map((row) => ({ ...row, at: isoOf(row.at) }))
}

export function checksIn(db: HistoryDatabase, id: number, from: number, to: number): HistoryStep[] {
  const rows = select(db, FIGURES, 'FROM look WHERE network = ? AND at >= ? AND at < ? ORDER BY at', id, from, to)
  const steps = rows.map((row) => {
    const [answered, slotAt] = row.slot === null ? [0, null] : [1, row.at]
    return { ...row, samples: 1, answered, slotAt, latencyMaxMs: row.latencyMs }
  })
  return assertAscending(steps)
}

export function stepsIn(db: HistoryDatabase, id: number, seconds: number, from: number, to: number): HistoryStep[] {
  const where = 'FROM step WHERE network = ? AND seconds = ? AND at >= ? AND at < ? ORDER BY at'
  return assertAscending(select(db, STEP, where, id, seconds, from, to))
}

export interface NetworkRecord extends LastCheck {
  db: HistoryDatabase
  network: string
  id: number
  firstAt: number
}

export function networkRecord(db: HistoryDatabase, network: string): NetworkRecord | null {
  const id = networkId(db, network)
  const columns = { at: momentOf, intervalMs: countOf }
  const [last] = select(db, columns, 'FROM look WHERE network = ? ORDER BY at DESC LIMIT 1', id)
  const firstAt = edgeOf(db, 'min(at) AS at FROM turn WHERE network = ?', id)
  return last === undefined || firstAt === null ? null : { db, network, id, ...last, firstAt }
}

function edgeOf(db: HistoryDatabase, select: string, ...values: number[]): number | null {
  return orNull(momentOf)(db.get(`SELECT ${select}`, ...values)?.at)
}

export function networkId(db: HistoryDatabase, network: string): number {
  return select(db, { id: figureOf }, 'FROM network WHERE name = ?', network)[0]?.id ?? 0
}

export function verdictStartsFor(db: HistoryDatabase, id: number, fromMs: number, toMs: number): VerdictStart[] {
  const from = `FROM turn WHERE network = ? AND at < ?
    AND at >= coalesce((SELECT max(at) FROM turn WHERE network = ? AND at <= ?), ?) ORDER BY at`
  return assertAscending(select(db, TURN, from, id, toMs, id, fromMs, fromMs))
}

/** Uses the longest stored steps where possible, then shorter ones, then checks. */
function partsFor(record: NetworkRecord, seconds: number, from: number, to: number): HistoryStep[] {
  const { db, id } = record
  const stored = storedStepFor(seconds)
  if (stored === undefined) return checksIn(db, id, from, to)
  const newest = edgeOf(db, 'max(at) AS at FROM step WHERE network = ? AND seconds = ?', id, stored)
  const end = Math.max(from, newest === null ? from : newest + stored * 1000)
  const rest = end < to ? partsFor(record, stored - 1, end, to) : []
  return [...stepsIn(db, id, stored, from, to), ...rest]
}

function storedStepFor(seconds: number): number | undefined {
  return STORED_STEPS.findLast((stored) => stored <= seconds)
}

function shortestWhole({ db, id, firstAt }: NetworkRecord, fromMs: number): number {
  const since = Math.max(fromMs, firstAt)
  const isWhole = (oldest: number | null) => oldest !== null && oldest <= since
  if (isWhole(edgeOf(db, 'min(at) AS at FROM look WHERE network = ?', id))) return 1
  const oldest = (seconds: number) =>
    edgeOf(db, 'min(at) AS at FROM step WHERE network = ? AND seconds = ?', id, seconds)
  return STORED_STEPS.find((seconds) => isWhole(oldest(seconds))) ?? STORED_STEPS[0]
}

function pointsOf(steps: readonly HistoryStep[], turns: readonly VerdictStart[]): HistoryPoint[] {
  const gaps = turns.filter(({ verdict }) => verdict === null).map(({ at }) => at)
  let last: { slot: number; at: number } | null = null
  let gap = 0
  return steps.map((step) => {
    let slotsPerSecond: number | null = null
    if (step.slot !== null && step.slotAt !== null) {
      const current = { slot: step.slot, at: step.slotAt }
      while ((gaps[gap] ?? Number.POSITIVE_INFINITY) <= (last?.at ?? 0)) gap++
      const unseen = (gaps[gap] ?? Number.POSITIVE_INFINITY) < current.at
      // No speed after a slot that went back.
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

type UnnamedIncident = Omit<Incident, 'id' | 'cause'>

/** Oldest first. A restart does not end an incident, a longer gap does. Pure; epoch milliseconds. */
export function incidentsOf(periods: readonly Period[]): UnnamedIncident[] {
  const incidents: { first: number; last: number; verdicts: Verdict[] }[] = []
  let isOpen = false
  periods.forEach(({ verdict, fromMs, toMs }, i) => {
    if (verdict === null && toMs - fromMs <= MAX_RESTART_MS + CHECK_SLACK_MS) return
    if (verdict === null || verdict === 'ok') {
      const open = incidents.at(-1)
      // Includes a restart just before the first good check.
      if (isOpen && open && verdict === 'ok' && open.last < i - 1) open.last = i - 1
      isOpen = false
      return
    }
    if (!isOpen) incidents.push({ first: i, last: i, verdicts: [] })
    isOpen = true
    const open = incidents.at(-1)
    if (!open) return
    open.last = i
    if (open.verdicts.at(-1) !== verdict) open.verdicts.push(verdict)
  })
  return incidents.map(({ first, last, verdicts }) => {
    const [fromMs, toMs] = [periods[first]?.fromMs ?? 0, periods[last]?.toMs ?? 0]
    return {
      from: isoOf(fromMs),
      to: isoOf(toMs),
      seconds: (toMs - fromMs) / 1000,
      verdicts,
      cutAtStart: first === 0,
      cutAtEnd: last === periods.length - 1,
    }
  })
}
