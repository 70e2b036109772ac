import 'server-only'
import type { StatusHistory, VerdictChange } from '../../../rpc/history'
import type { ProbeSample, Verdict } from '../../../rpc/status'

/*
 * What the probe saw of each network's indexer, kept in SQLite under DATA_DIR across restarts (design.md 5, "Health").
 * Times are epoch milliseconds in here and ISO 8601 on the wire. Nothing in here throws or waits: an explorer without a
 * history goes on, and says so.
 */

/** What the explorer knew with a look, beside what the look itself says. */
export interface KnownAtLook {
  /** The verdict in force with this look, and its sentence. */
  verdict: Verdict
  summary: string
  headAgeSeconds: number | null
  /** Seconds after which the next look is due: without it a gap could not be told from a slower pace. */
  intervalSeconds: number
}

/** Keeps a look, to be called right after it. Never throws, never waits. */
export function record(_network: string, _sample: ProbeSample, _known: KnownAtLook): void {}

/** What happened from `fromMs` to `toMs` (epoch milliseconds), in about `points` steps. */
export function historyOf(
  network: string,
  { fromMs, toMs }: { fromMs: number; toMs: number; points: number },
): StatusHistory {
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString()) as [string, string]
  const noSample = (toMs - fromMs) / 1000
  return {
    network,
    from,
    to,
    stepSeconds: 60,
    points: [],
    periods: [{ from, to, verdict: null }],
    seconds: { ok: 0, behind: 0, frozen: 0, unreachable: 0, limited: 0, unknown: 0, noSample },
    recordedBy: 'nobody',
    reason: 'This version records no history yet.',
    oldest: null,
  }
}

/** The newest `limit` changes of the verdict from `fromMs` to `toMs`, newest last. */
export function changesOf(_network: string, _range: { fromMs: number; toMs: number; limit: number }): VerdictChange[] {
  return []
}

/** The newest `count` looks that are kept, newest last: with them a new process goes on where another one ended. */
export function lastRecorded(_network: string, _count: number): (ProbeSample & { verdict: Verdict })[] {
  return []
}

/** Whether the history can be read; where not, why, in words without a path. For /readyz. */
export function historyOpen(): { ok: boolean; reason?: string } {
  return { ok: true }
}
