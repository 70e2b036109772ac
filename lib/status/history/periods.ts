import { VERDICTS, type Verdict } from '../../api/verdicts'
import type { StatusHistory } from './contract'

/* Computes periods from the times at which verdicts began. Pure; epoch milliseconds. */

/** A verdict, or null (no checks), in force from `at` on. */
export interface VerdictStart {
  at: number
  verdict: Verdict | null
  summary: string
}

export interface LastCheck {
  at: number
  intervalMs: number
}

/** Milliseconds: the longest pause, such as a restart, after which a verdict continues. */
export const MAX_RESTART_MS = 120_000

/** Checks take up to 4 s, so intervals between them vary by that. */
export const CHECK_SLACK_MS = 5_000

/** Milliseconds without a check that count as a gap. */
export function overdueMs(intervalMs: number): number {
  return 2 * intervalMs + CHECK_SLACK_MS
}

export interface Span {
  fromMs: number
  toMs: number
}

export interface Period extends Span {
  verdict: Verdict | null
}

/**
 * Oldest first. The last period lasts until now, or ends with the newest check if the next one is overdue.
 * @param turns oldest first, from the one in force at `fromMs`
 */
export function periodsIn(
  turns: readonly VerdictStart[],
  last: LastCheck | null,
  { fromMs, toMs }: Span,
  nowMs: number,
): Period[] {
  const boundaries: Pick<VerdictStart, 'at' | 'verdict'>[] = [{ at: Number.NEGATIVE_INFINITY, verdict: null }, ...turns]
  if (last) boundaries.push({ at: heldUntil(last, nowMs), verdict: null })
  const periods: Period[] = []
  boundaries.forEach(({ at, verdict }, i) => {
    const start = Math.max(at, fromMs)
    const end = Math.min(boundaries[i + 1]?.at ?? toMs, toMs)
    if (end <= start) return
    const before = periods.at(-1)
    if (before?.verdict === verdict) before.toMs = end
    else periods.push({ fromMs: start, toMs: end, verdict })
  })
  return periods
}

function heldUntil({ at, intervalMs }: LastCheck, nowMs: number): number {
  return nowMs - at <= overdueMs(intervalMs) ? Math.max(nowMs, at + 1) : at + 1
}

export function secondsOf(periods: readonly Period[]): StatusHistory['seconds'] {
  const ms = new Map<Verdict | null, number>()
  for (const { fromMs, toMs, verdict } of periods) ms.set(verdict, (ms.get(verdict) ?? 0) + toMs - fromMs)
  const secondsWith = (verdict: Verdict | null) => (ms.get(verdict) ?? 0) / 1000
  const known = Object.fromEntries(VERDICTS.map((verdict) => [verdict, secondsWith(verdict)]))
  return { ...(known as Record<Verdict, number>), noSample: secondsWith(null) }
}

/**
 * When a verdict began that was confirmed at `at` and in force since `since`: then, and again after each gap.
 * @param turns oldest first, from the one in force at `since`, none later than `at`
 */
export function verdictStartTimes(
  turns: readonly Pick<VerdictStart, 'at' | 'verdict'>[],
  since: number,
  at: number,
): number[] {
  const [first] = turns
  const inForce = first !== undefined && first.at <= since ? first : null
  const begins = inForce?.verdict == null ? [] : [since]
  let unseen = begins.length === 0
  for (const turn of turns) {
    if (turn.at <= since) continue
    if (turn.verdict !== null && unseen) begins.push(turn.at)
    unseen = turn.verdict === null
  }
  return begins.length > 0 ? begins : [at]
}

export function currentVerdictSince(turns: readonly VerdictStart[]): number | null {
  let began = turns.at(-1)
  if (!began || began.verdict === null) return null
  for (let i = turns.length - 2; i >= 0; i--) {
    const [turn, next] = [turns[i], turns[i + 1]]
    if (!turn || !next) break
    if (turn.verdict === null ? next.at - turn.at > MAX_RESTART_MS + CHECK_SLACK_MS : turn.verdict !== began.verdict)
      break
    if (turn.verdict !== null) began = turn
  }
  return began.at
}

export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
