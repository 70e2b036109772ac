import { VERDICTS, type Verdict } from '../../api/verdicts'
import { totalOf } from './availability'
import type { Availability, ErrorBudget, MonthlyAvailability, StatusAvailability } from './availability-contract'
import type { HistoryDatabase } from './database'
import type { Span } from './maintenance'
import { type Month, measuredIn, monthsOf, type Recorded } from './months'
import { isoOf } from './periods'
import { recordOf } from './reader'

const WINDOW_DAYS = [1, 7, 30, 90]

const BUDGET_DAYS = 30

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** @param objective in percent */
export function readAvailability(
  db: HistoryDatabase | null,
  network: string,
  objective: number,
  nowMs: number,
): StatusAvailability {
  const record = db && recordOf(db, network)
  const recorded: Recorded | null = record && { db: record.db, id: record.id, network, last: record }
  const within = (ms: number): Month => {
    const range = { fromMs: nowMs - ms, toMs: nowMs }
    return { ...range, byVerdict: recorded ? measuredIn(recorded, range, nowMs) : new Map([[null, unseen(range)]]) }
  }
  return {
    network,
    windows: WINDOW_DAYS.map((days) => ({ days, availability: availabilityOf(within(days * DAY_MS)) })),
    budget: budgetOf(objective, within),
    months: recorded ? monthsOf(recorded, nowMs).map(monthlyOf) : [],
  }
}

function unseen({ fromMs, toMs }: Span) {
  return { ms: toMs - fromMs, maintenanceMs: 0, availableMs: 0 }
}

function availabilityOf({ fromMs, toMs, byVerdict }: Month): Availability {
  const { countedMs, availableMs } = totalOf(byVerdict)
  const maintenanceMs = [...byVerdict.values()].reduce((sum, part) => sum + part.maintenanceMs, 0)
  return {
    from: isoOf(fromMs),
    to: isoOf(toMs),
    countedSeconds: countedMs / 1000,
    availableSeconds: availableMs / 1000,
    maintenanceSeconds: maintenanceMs / 1000,
    noSampleSeconds: (toMs - fromMs - countedMs - maintenanceMs) / 1000,
    ratio: countedMs === 0 ? null : availableMs / countedMs,
  }
}

function monthlyOf(month: Month): MonthlyAvailability {
  const secondsWith = (verdict: Verdict | null) => (month.byVerdict.get(verdict)?.ms ?? 0) / 1000
  const known = Object.fromEntries(VERDICTS.map((verdict) => [verdict, secondsWith(verdict)]))
  return {
    month: isoOf(month.fromMs).slice(0, 7),
    ...availabilityOf(month),
    seconds: { ...(known as Record<Verdict, number>), noSample: secondsWith(null) },
  }
}

function budgetOf(percent: number, within: (ms: number) => Month): ErrorBudget {
  // Exact for the three decimals of OBJECTIVE; 1 - 0.999 is not.
  const objective = Math.round(percent * 1_000) / 100_000
  const allowedShare = Math.round((100 - percent) * 1_000) / 100_000
  const allowedSeconds = Math.round(allowedShare * BUDGET_DAYS * 86_400 * 1_000) / 1_000
  const { countedMs, availableMs } = totalOf(within(BUDGET_DAYS * DAY_MS).byVerdict)
  const spentSeconds = (countedMs - availableMs) / 1000
  const leftSeconds = allowedSeconds - spentSeconds
  const burnRate = (ms: number) => {
    const { countedMs, availableMs } = totalOf(within(ms).byVerdict)
    return countedMs === 0 ? null : (countedMs - availableMs) / countedMs / allowedShare
  }
  return {
    objective,
    days: BUDGET_DAYS,
    allowedSeconds,
    spentSeconds,
    leftSeconds,
    remainingRatio: leftSeconds / allowedSeconds,
    burnRate: { lastHour: burnRate(HOUR_MS), lastSixHours: burnRate(6 * HOUR_MS) },
  }
}
