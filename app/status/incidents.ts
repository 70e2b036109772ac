import type { VerdictPeriod } from '@/lib/api/history'
import type { Verdict } from '@/lib/api/verdicts'
import { RANGES, type TimeRange } from '@/lib/urls/status-range'

/** A period in which the verdict was never ok. */
export interface Incident extends TimeRange {
  /** In order of time, neighbours different. */
  verdicts: Verdict[]
  /** True if it reaches the edge of the shown range: it may have begun earlier, or not be over. */
  cutAtStart: boolean
  cutAtEnd: boolean
}

/** Incidents, newest first. A gap ends one: what happened in it is not known. */
export function incidentsOf(periods: readonly VerdictPeriod[]): Incident[] {
  const incidents: Incident[] = []
  let open: Incident | null = null
  periods.forEach(({ verdict, from, to }, i) => {
    if (verdict === null || verdict === 'ok') {
      open = null
      return
    }
    if (open === null) {
      open = { fromMs: Date.parse(from), toMs: 0, verdicts: [], cutAtStart: i === 0, cutAtEnd: false }
      incidents.push(open)
    }
    if (open.verdicts.at(-1) !== verdict) open.verdicts.push(verdict)
    open.toMs = Date.parse(to)
    open.cutAtEnd = i === periods.length - 1
  })
  return incidents.reverse()
}

/** Time shown before and after an incident (ms), at least and at most. */
const MARGIN_MS = { least: 120_000, most: RANGES['1h'] * 1000 }

/** The range that a permalink to an incident shows: half of its length more on each side, in whole seconds, never the future. */
export function rangeAround({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange {
  const margin = Math.min(MARGIN_MS.most, Math.max(MARGIN_MS.least, (toMs - fromMs) / 2))
  return {
    fromMs: Math.floor((fromMs - margin) / 1000) * 1000,
    toMs: Math.ceil(Math.min(toMs + margin, Math.max(nowMs, toMs)) / 1000) * 1000,
  }
}
