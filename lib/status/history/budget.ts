import { VERDICT_FACTS } from '../../api/verdicts'
import type { ErrorBudget } from './contract'
import { maintenanceIn } from './notes'
import { type Period, periodsIn, type Span } from './periods'
import { type NetworkRecord, verdictStartsFor } from './reader'

/*
 * Availability like that of strict monitors (design.md 4.4): only `ok` is available; `limited` and `unknown` count as the
 * previous verdict for a minute. Excludes time without a check and maintenance. Epoch milliseconds.
 */

const KEEP_SOLID_MS = 60_000

const DAY_MS = 86_400_000

const BUDGET_DAYS = 30

export function budgetOf(record: NetworkRecord | null, objective: number, nowMs: number): ErrorBudget {
  const range = { fromMs: nowMs - BUDGET_DAYS * DAY_MS, toMs: nowMs }
  return {
    objective,
    days: BUDGET_DAYS,
    // Exact for the three decimals of OBJECTIVE, unlike 1 - objective / 100.
    allowedSeconds: (Math.round((100 - objective) * 1_000) * BUDGET_DAYS * 86_400) / 100_000,
    spentSeconds: record === null ? 0 : spentIn(record, range, nowMs) / 1_000,
  }
}

export function spentIn(record: NetworkRecord, range: Span, nowMs: number): number {
  const { db, id, network } = record
  const before = { fromMs: range.fromMs - KEEP_SOLID_MS, toMs: range.toMs }
  const periods = periodsIn(verdictStartsFor(db, id, before.fromMs, before.toMs), record, before, nowMs)
  return unavailableMs(periods, maintenanceIn(db, network, range), range)
}

/**
 * @param periods contiguous, beginning at least a minute before the range
 * @param windows of maintenance, disjoint
 */
export function unavailableMs(periods: readonly Period[], windows: readonly Span[], range: Span): number {
  return unavailable(periods)
    .flatMap((period) => cut(period, range) ?? [])
    .reduce((sum, span) => sum + lengthOf(span) - windows.reduce((ms, each) => ms + lengthOf(cut(each, span)), 0), 0)
}

function unavailable(periods: readonly Period[]): Span[] {
  let held = { untilMs: 0, available: false }
  return periods.flatMap(({ fromMs, toMs, verdict }) => {
    if (verdict === null || VERDICT_FACTS[verdict].solid) {
      held = { untilMs: verdict === null ? 0 : toMs + KEEP_SOLID_MS, available: verdict === 'ok' }
      return verdict === null || verdict === 'ok' ? [] : { fromMs, toMs }
    }
    return { fromMs: held.available ? Math.min(Math.max(fromMs, held.untilMs), toMs) : fromMs, toMs }
  })
}

function cut(span: Span, { fromMs, toMs }: Span): Span | null {
  const [from, to] = [Math.max(span.fromMs, fromMs), Math.min(span.toMs, toMs)]
  return from < to ? { fromMs: from, toMs: to } : null
}

function lengthOf(span: Span | null): number {
  return span ? span.toMs - span.fromMs : 0
}
