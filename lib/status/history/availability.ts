import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import type { Span } from './maintenance'

/*
 * As strict monitors see it (design.md 4.4): only ok is available; limited and unknown count as the verdict before for a
 * minute. Excludes time without a check and maintenance. Pure; epoch milliseconds.
 */

export const KEEP_SOLID_MS = 60_000

interface Period extends Span {
  verdict: Verdict | null
}

export interface Measured {
  ms: number
  maintenanceMs: number
  availableMs: number
}

/**
 * By verdict; null: no check.
 * @param periods contiguous, beginning at least a minute before the range
 * @param windows of maintenance, disjoint
 */
export function measured(
  periods: readonly Period[],
  windows: readonly Span[],
  range: Span,
): Map<Verdict | null, Measured> {
  const byVerdict = new Map<Verdict | null, Measured>()
  for (const { verdict, available, ...period } of judged(periods)) {
    const span = cut(period, range)
    if (!span) continue
    const ms = span.toMs - span.fromMs
    const maintenanceMs = windows.reduce((sum, window) => {
      const inside = cut(window, span)
      return sum + (inside ? inside.toMs - inside.fromMs : 0)
    }, 0)
    const sum = byVerdict.get(verdict) ?? { ms: 0, maintenanceMs: 0, availableMs: 0 }
    sum.ms += ms
    sum.maintenanceMs += maintenanceMs
    if (available) sum.availableMs += ms - maintenanceMs
    byVerdict.set(verdict, sum)
  }
  return byVerdict
}

export function totalOf(byVerdict: ReadonlyMap<Verdict | null, Measured>): { countedMs: number; availableMs: number } {
  let [countedMs, availableMs] = [0, 0]
  for (const [verdict, part] of byVerdict) {
    if (verdict === null) continue
    countedMs += part.ms - part.maintenanceMs
    availableMs += part.availableMs
  }
  return { countedMs, availableMs }
}

function* judged(periods: readonly Period[]): Iterable<Period & { available: boolean }> {
  let held = { untilMs: 0, available: false }
  for (const period of periods) {
    const { fromMs, toMs, verdict } = period
    if (verdict === null || VERDICT_FACTS[verdict].solid) {
      const available = verdict === 'ok'
      held = { untilMs: verdict === null ? 0 : toMs + KEEP_SOLID_MS, available }
      yield { ...period, available }
      continue
    }
    const turns = Math.min(Math.max(fromMs, held.untilMs), toMs)
    if (turns > fromMs) yield { verdict, fromMs, toMs: turns, available: held.available }
    if (turns < toMs) yield { verdict, fromMs: turns, toMs, available: false }
  }
}

function cut(span: Span, { fromMs, toMs }: Span): Span | null {
  const [from, to] = [Math.max(span.fromMs, fromMs), Math.min(span.toMs, toMs)]
  return from < to ? { fromMs: from, toMs: to } : null
}
