import { VERDICTS, type Verdict } from '../../api/verdicts'
import type { StatusHistory, VerdictPeriod } from './contract'

/*
 * Which verdict was in force when, from the moments at which one began. Between two moments nothing is open, so periods
 * join without a hole and without overlap by the way they are kept. Pure; times are epoch milliseconds.
 */

/** From this moment on a verdict was in force, or (null) nobody checked. */
export interface Turn {
  at: number
  verdict: Verdict | null
  /** The verdict in a sentence, as it was said then. */
  summary: string
}

/** The newest check, and how far what it said can be taken to hold. */
export interface LastCheck {
  at: number
  /** Milliseconds after which the next one was due. */
  intervalMs: number
}

/** A verdict outlasts a pause of at most this long (ms): a restart. After a longer one nobody knows what was between. */
export const OUTLASTS_MS = 120_000

/** A check takes up to 4 s, and so may the times of two consecutive checks differ. */
export const SLACK_MS = 5_000

/** Milliseconds without a check from which on there is a gap: clearly longer than the interval in force. */
export function overdueMs(intervalMs: number): number {
  return 2 * intervalMs + SLACK_MS
}

interface Range {
  fromMs: number
  toMs: number
}

/**
 * Periods from `fromMs` to `toMs`, oldest first. What the newest check said holds until the next one is overdue; then it
 * ended with that check.
 * @param turns oldest first, from the one in force at `fromMs` on.
 */
export function periodsIn(
  turns: readonly Turn[],
  last: LastCheck | null,
  { fromMs, toMs }: Range,
  nowMs: number,
): { fromMs: number; toMs: number; verdict: Verdict | null }[] {
  const boundaries: Pick<Turn, 'at' | 'verdict'>[] = [{ at: Number.NEGATIVE_INFINITY, verdict: null }, ...turns]
  if (last) boundaries.push({ at: heldUntil(last, nowMs), verdict: null })
  const periods: { fromMs: number; toMs: number; verdict: Verdict | null }[] = []
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

/** Seconds by verdict, whole to the millisecond; together the range. */
export function secondsOf(
  periods: readonly { fromMs: number; toMs: number; verdict: Verdict | null }[],
): StatusHistory['seconds'] {
  const ms = new Map<Verdict | null, number>()
  for (const { fromMs, toMs, verdict } of periods) ms.set(verdict, (ms.get(verdict) ?? 0) + toMs - fromMs)
  const secondsWith = (verdict: Verdict | null) => (ms.get(verdict) ?? 0) / 1000
  const known = Object.fromEntries(VERDICTS.map((verdict) => [verdict, secondsWith(verdict)]))
  return { ...(known as Record<Verdict, number>), noSample: secondsWith(null) }
}

/** A period as answers have it. */
export function toVerdictPeriod(period: { fromMs: number; toMs: number; verdict: Verdict | null }): VerdictPeriod {
  return { from: isoOf(period.fromMs), to: isoOf(period.toMs), verdict: period.verdict }
}

/**
 * Where turns of a verdict are to begin that has been in force since `since`, as a check at `at` settled: there, and again
 * after each gap that lies between, which stays one.
 * @param turns oldest first, from the one in force at `since` on, none later than `at`
 */
export function beginningsOf(turns: readonly Pick<Turn, 'at' | 'verdict'>[], since: number, at: number): number[] {
  const [first] = turns
  const inForce = first !== undefined && first.at <= since ? first : null
  const begins = inForce?.verdict == null ? [] : [since]
  let unseen = begins.length === 0
  for (const turn of turns) {
    if (turn.at <= since) continue
    if (turn.verdict !== null && unseen) begins.push(turn.at)
    unseen = turn.verdict === null
  }
  // Before the first check there is nothing on record that could be dated.
  return begins.length > 0 ? begins : [at]
}

/** When the verdict of the newest turn began, behind pauses that it outlasts. */
export function beganAt(turns: readonly Turn[]): number | null {
  let began = turns.at(-1)
  if (!began || began.verdict === null) return null
  for (let i = turns.length - 2; i >= 0; i--) {
    const [turn, next] = [turns[i], turns[i + 1]]
    if (!turn || !next) break
    if (turn.verdict === null ? next.at - turn.at > OUTLASTS_MS + SLACK_MS : turn.verdict !== began.verdict) break
    if (turn.verdict !== null) began = turn
  }
  return began.at
}

/** Unix milliseconds as ISO 8601 UTC. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
