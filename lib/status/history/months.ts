import { VERDICTS, type Verdict } from '../../api/verdicts'
import { KEEP_SOLID_MS, type Measured, measured } from './availability'
import type { HistoryDatabase, HistoryRow } from './database'
import { maintenanceIn, type Span } from './maintenance'
import { type LastCheck, periodsIn } from './periods'
import { turnsFor } from './reader'
import { countOf, DamagedHistory, momentOf, verdictOf } from './values'

/* UTC months by verdict, kept forever in a few rows each; their sources are dropped after 90 days. Epoch milliseconds. */

export interface Recorded {
  db: HistoryDatabase
  id: number
  network: string
  last: LastCheck
}

export interface Month extends Span {
  byVerdict: Map<Verdict | null, Measured>
}

export function measuredIn({ db, id, network, last }: Recorded, range: Span, nowMs: number): Month['byVerdict'] {
  const before = { fromMs: range.fromMs - KEEP_SOLID_MS, toMs: range.toMs }
  const periods = periodsIn(turnsFor(db, id, before.fromMs, before.toMs), last, before, nowMs)
  return measured(periods, maintenanceIn(db, network, range), range)
}

/** Oldest first, the current one up to now. */
export function monthsOf(recorded: Recorded, nowMs: number): Month[] {
  const { db, id } = recorded
  const rows = db.all(
    'SELECT at, verdict, ms, maintenance_ms, available_ms FROM month WHERE network = ? ORDER BY at',
    id,
  )
  const months = new Map<number, Month>()
  for (const row of rows) {
    const fromMs = momentOf(row.at)
    const month = months.get(fromMs) ?? { fromMs, toMs: Math.min(nextMonth(fromMs), nowMs), byVerdict: new Map() }
    months.set(fromMs, month)
    month.byVerdict.set(row.verdict === '' ? null : verdictOf(row.verdict), measuredOf(row))
  }
  for (const month of liveMonths(recorded, nowMs)) {
    if (checkedMs(month.byVerdict) >= checkedMs(months.get(month.fromMs)?.byVerdict)) months.set(month.fromMs, month)
  }
  return [...months.values()].filter(({ fromMs, toMs }) => fromMs < toMs).sort((a, b) => a.fromMs - b.fromMs)
}

/** Also earlier months with turns: a verdict may be dated back, and a window added later. Run it in a transaction. */
export function keepMonths(recorded: Recorded): void {
  for (const month of liveMonths(recorded, recorded.last.at)) keepMonth(recorded, month)
}

/** Includes the month of `fromMs`. After the clock was set back, they are recorded again. */
export function forgetMonths(db: HistoryDatabase, id: number, fromMs: number): void {
  db.run('DELETE FROM month WHERE network = ? AND at >= ?', id, monthOf(fromMs))
}

/** A stored month is kept where turns now cover less of it. */
function keepMonth({ db, id }: Recorded, { fromMs, byVerdict }: Month): void {
  const stored = db.get("SELECT sum(ms) AS ms FROM month WHERE network = ? AND at = ? AND verdict <> ''", id, fromMs)
  if (checkedMs(byVerdict) < Number(stored?.ms ?? 0)) return
  db.run('DELETE FROM month WHERE network = ? AND at = ?', id, fromMs)
  for (const [verdict, { ms, maintenanceMs, availableMs }] of byVerdict) {
    db.run(
      'INSERT INTO month (network, at, verdict, ms, maintenance_ms, available_ms) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      fromMs,
      verdict ?? '',
      ms,
      maintenanceMs,
      availableMs,
    )
  }
}

function* liveMonths(recorded: Recorded, nowMs: number): Iterable<Month> {
  const oldest = recorded.db.get('SELECT min(at) AS at FROM turn WHERE network = ?', recorded.id)
  if (oldest?.at == null) return
  for (let fromMs = monthOf(momentOf(oldest.at)); fromMs < nowMs; fromMs = nextMonth(fromMs)) {
    const range = { fromMs, toMs: Math.min(nextMonth(fromMs), nowMs) }
    const byVerdict = measuredIn(recorded, range, nowMs)
    if (checkedMs(byVerdict) > 0) yield { ...range, byVerdict }
  }
}

function measuredOf(row: HistoryRow): Measured {
  const part = {
    ms: countOf(row.ms),
    maintenanceMs: countOf(row.maintenance_ms),
    availableMs: countOf(row.available_ms),
  }
  if (part.ms > MOST_MS || part.maintenanceMs + part.availableMs > part.ms) throw new DamagedHistory()
  return part
}

const MOST_MS = 31 * 86_400_000

function checkedMs(byVerdict: Month['byVerdict'] | undefined): number {
  return VERDICTS.reduce((sum, verdict) => sum + (byVerdict?.get(verdict)?.ms ?? 0), 0)
}

function monthOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

function nextMonth(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
