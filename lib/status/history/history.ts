import 'server-only'
import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import { configuration } from '../../upstream/networks/networks'
import type { ErrorBudget } from './budget'
import type { StatusHistory, VerdictChange } from './contract'
import type { HistoryDatabase } from './database'
import { HistoryKeeper } from './keeper'
import type { NoteKind, StoredNote } from './notes'

/*
 * Epoch milliseconds here, ISO 8601 on the wire. Reads and record() never throw or wait: the explorer works without a history
 * and reports why. design.md 5, "Health".
 */

export interface CheckContext {
  verdict: Verdict
  /** First check for the verdict, ISO 8601 UTC. */
  since: string
  summary: string
  headAgeSeconds: number | null
  /** Seconds until the next check is due: separates a gap from a slower pace. */
  intervalSeconds: number
}

/** Call right after the check. Never throws, never waits. */
export function record(network: string, sample: ProbeSample, context: CheckContext): void {
  const { verdict, since, summary, headAgeSeconds, intervalSeconds } = context
  const { at, says, slot, lag, text, latencyMs } = sample
  keeper().record(network, {
    at: Date.parse(at),
    says,
    verdict,
    since: Date.parse(since),
    summary,
    slot,
    lag,
    text,
    latencyMs: Math.round(latencyMs),
    headAgeMs: headAgeSeconds === null ? null : Math.round(headAgeSeconds * 1000),
    intervalMs: Math.round(intervalSeconds * 1000),
  })
}

/**
 * Epoch milliseconds, in about `points` steps of a round length. The first and last step are whole, so they may extend beyond
 * the range.
 */
export function historyOf(network: string, range: { fromMs: number; toMs: number; points: number }): StatusHistory {
  return keeper().history(network, range)
}

const BUDGET_MS = 10_000

export function errorBudgetOf(network: string): ErrorBudget {
  const now = clock().monotonic()
  const known = budgets().get(network)
  if (known && now - known.atMs < BUDGET_MS) return known.budget
  const budget = keeper().budget(network, configuration().objective)
  budgets().set(network, { atMs: now, budget })
  return budget
}

const budgets = once('error budgets', () => new Map<string, { atMs: number; budget: ErrorBudget }>())

export function changesOf(network: string, range: { fromMs: number; toMs: number; limit: number }): VerdictChange[] {
  return keeper().changes(network, range)
}

/** ISO 8601 UTC, across short pauses; null: nothing on record. */
export function recordedBeginning(network: string): string | null {
  return keeper().began(network)
}

export function lastRecorded(network: string, count: number): (ProbeSample & { verdict: Verdict })[] {
  return keeper().last(network, count)
}

/** Notes that end after a moment (epoch ms), newest first. */
export function storedNotes(kind: NoteKind, sinceMs: number, limit: number): StoredNote[] {
  return keeper().notes(kind, sinceMs, limit)
}

/** @throws HistoryError in words for the operator when this process cannot write */
export function writeNotes<T>(work: (db: HistoryDatabase) => T): T {
  return keeper().write(work)
}

/** Whether the history can be read or created. `reason` holds no path. For /readyz. */
export function historyOpen(): { ok: boolean; reason?: string } {
  return keeper().open()
}

export function closeHistory(): void {
  keeper.existing()?.close()
}

const keeper = once('history keeper', () => new HistoryKeeper(configuration().dataDir))
