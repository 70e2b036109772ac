import { z } from 'zod'
import { VERDICT_FACTS, VERDICTS, type Verdict } from '../../api/verdicts'
import type { CheckRecord, Evidence } from './check-record'
import type { HistoryDatabase } from './database'
import { insert, select } from './rows'
import { DamagedHistory, momentOf, orNull, type Value } from './values'

const MAX_TEXT_CHARS = 2_000
const MAX_SEEN_CHARS = 100_000

const text = z.string().transform((given) => given.slice(0, MAX_TEXT_CHARS))
const verdict = z.enum(VERDICTS)

const SEEN = z.object({
  /** The worst verdict, and its sentence when most was wrong. */
  verdict,
  cause: text,
  weight: z.number().default(0),
  operations: z.array(z.object({ operation: z.string(), kind: z.string().default(''), text })),
  indexers: z.array(z.object({ indexer: z.string(), verdict, text })),
  lastError: z.object({ at: z.string(), text }).nullable(),
  /** Answers given to readers. */
  failed: z.number(),
  stale: z.number(),
})

type Seen = z.infer<typeof SEEN>

const NO_EVIDENCE: Evidence = { operations: [], weight: 0, indexers: [], failed: 0, stale: 0 }

const COLUMNS = {
  at: momentOf,
  beganAt: momentOf,
  confirmedAt: momentOf,
  endedAt: orNull(momentOf),
  endConfirmedAt: orNull(momentOf),
  seen: orNull(seenOf),
}

/** `at`: the time in its id. Epoch milliseconds; `seen` null: recorded by an earlier version. */
export type IncidentRow = ReturnType<typeof incidentRows>[number]

export function incidentRows(db: HistoryDatabase, where: string, ...values: number[]) {
  return select(db, COLUMNS, `FROM incident WHERE ${where}`, ...values)
}

/** Called for each check, so that a crash loses none of an incident. @param began null: the verdict has not changed */
export function recordIncident(
  db: HistoryDatabase,
  network: number,
  check: CheckRecord,
  began: number | null,
  firstBegan: number,
): void {
  const { at, since, evidence = NO_EVIDENCE } = check
  const [open] = incidentRows(db, 'network = ? AND ended_at IS NULL', network)
  const write = ({ seen, ...row }: IncidentRow) =>
    insert(db, 'OR REPLACE INTO incident', { network, ...row, seen: seen && JSON.stringify(seen) })
  if (check.verdict === 'ok') {
    if (!open) return
    write({ ...open, endedAt: began ?? at, endConfirmedAt: at, seen: open.seen && withAnswers(open.seen, evidence) })
    return
  }
  // Two standstills at one slot begin at the same time: the incident goes on.
  const known = open ?? incidentRows(db, 'network = ? AND at = ?', network, firstBegan)[0]
  write({
    at: known?.at ?? firstBegan,
    beganAt: Math.min(known?.beganAt ?? Number.POSITIVE_INFINITY, began ?? known?.beganAt ?? since),
    confirmedAt: known?.confirmedAt ?? at,
    endedAt: null,
    endConfirmedAt: null,
    seen: seenAfter(known?.seen ?? null, check, evidence),
  })
}

function seenAfter(before: Seen | null, check: CheckRecord, evidence: Evidence): Seen {
  const { at, says, verdict, summary, text } = check
  const { weight } = evidence
  const more = before && (severity(verdict) - severity(before.verdict) || weight - before.weight)
  const isWorse = more === null || more > 0
  return SEEN.parse({
    ...(isWorse ? { verdict, cause: summary, weight } : before),
    operations: merged(before?.operations ?? [], evidence.operations, ({ operation, kind }) => `${operation} ${kind}`),
    indexers: merged(before?.indexers ?? [], evidence.indexers, ({ indexer, verdict }) => `${indexer} ${verdict}`),
    // Checks during the recovery say less than what failed.
    lastError:
      says === 'ok' || severity(says) < severity(verdict)
        ? (before?.lastError ?? null)
        : { at: new Date(at).toISOString(), text },
    ...withAnswers({ failed: before?.failed ?? 0, stale: before?.stale ?? 0 }, evidence),
  })
}

function severity(verdict: Verdict): number {
  return VERDICT_FACTS[verdict].severity
}

function withAnswers<T extends Pick<Seen, 'failed' | 'stale'>>(seen: T, { failed, stale }: Evidence): T {
  return { ...seen, failed: seen.failed + failed, stale: seen.stale + stale }
}

/** What was seen first stays: later words are those of the recovery. Bounded by the number of operations and indexers. */
function merged<T>(known: readonly T[], found: readonly T[], nameOf: (each: T) => string): T[] {
  return [...new Map([...known, ...found, ...known].map((each) => [nameOf(each), each])).values()]
}

function seenOf(value: Value): Seen {
  try {
    if (typeof value === 'string' && value.length <= MAX_SEEN_CHARS) return SEEN.parse(JSON.parse(value))
  } catch {
    // Reported as damage below.
  }
  throw new DamagedHistory()
}
