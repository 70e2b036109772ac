import 'server-only'
import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import { dataDir, objective } from '../../upstream/networks/networks'
import type { StatusAvailability } from './availability-contract'
import type { StatusHistory, VerdictChange } from './contract'
import type { HistoryDatabase } from './database'
import { HistoryKeeper } from './keeper'
import type { NoteKind, StoredNote } from './notes'

/*
 * What the probe saw of each network's indexer, kept in SQLite under DATA_DIR across restarts (design.md 5, "Health").
 * Times are epoch milliseconds in here and ISO 8601 on the wire. Nothing in here throws or waits: an explorer without a
 * history goes on, and says so.
 */

/** What the explorer knew at a check, beside its result. */
export interface CheckContext {
  /** The verdict in force with this check, and its sentence. */
  verdict: Verdict
  /** ISO 8601 UTC time of the first check that spoke for the verdict. */
  since: string
  summary: string
  headAgeSeconds: number | null
  /** Seconds after which the next check is due: without it a gap could not be told from a slower pace. */
  intervalSeconds: number
}

/** Records a check, to be called right after it. Never throws, never waits. */
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
 * What happened from `fromMs` to `toMs` (epoch milliseconds), in about `points` steps of a round number of seconds. The
 * first and the last step are whole, so they may reach beyond the range.
 */
export function historyOf(network: string, range: { fromMs: number; toMs: number; points: number }): StatusHistory {
  return keeper().history(network, range)
}

/** How long a computed availability is answered again (ms): it reads up to 90 days of verdicts. */
const AVAILABILITY_MS = 10_000

/** For how much of the last day, week, month and 90 days an indexer was available, what of its error budget is left, and its months. */
export function availabilityOf(network: string): StatusAvailability {
  const now = clock().monotonic()
  const known = availabilities().get(network)
  if (known && now - known.atMs < AVAILABILITY_MS) return known.availability
  const availability = keeper().availability(network, objective())
  availabilities().set(network, { atMs: now, availability })
  return availability
}

const availabilities = once(
  'availabilities',
  () => new Map<string, { atMs: number; availability: StatusAvailability }>(),
)

/** The newest `limit` changes of the verdict that were settled from `fromMs` to `toMs`, as they were reported, newest last. */
export function changesOf(network: string, range: { fromMs: number; toMs: number; limit: number }): VerdictChange[] {
  return keeper().changes(network, range)
}

/** When the verdict that is on record last began (ISO 8601 UTC), pauses that it outlasts included; null: none is. */
export function recordedBeginning(network: string): string | null {
  return keeper().began(network)
}

/** The newest `count` checks that are kept, newest last: with them a new process resumes where another one ended. */
export function lastRecorded(network: string, count: number): (ProbeSample & { verdict: Verdict })[] {
  return keeper().last(network, count)
}

/** What operators wrote, of a kind and reaching beyond a moment (epoch milliseconds): the newest `limit`, newest first. */
export function storedNotes(kind: NoteKind, sinceMs: number, limit: number): StoredNote[] {
  return keeper().notes(kind, sinceMs, limit)
}

/**
 * Changes what operators wrote, in one transaction.
 * @throws HistoryError in words for the operator where this process cannot write it.
 */
export function writeNotes<T>(work: (db: HistoryDatabase) => T): T {
  return keeper().write(work)
}

/** Whether the history can be read, or begun; where not, why, in words without a path. For /readyz. */
export function historyOpen(): { ok: boolean; reason?: string } {
  return keeper().open()
}

/** Lets go of the file, for the end of the process and of tests. */
export function closeHistory(): void {
  keeper.existing()?.close()
}

const keeper = once('history keeper', () => new HistoryKeeper(dataDir()))
