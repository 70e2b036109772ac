import { z } from 'zod'
import { verdict } from '../../api/status'
import { VERDICTS } from '../../api/verdicts'
import { safeInteger as count, isoTime as time } from '../../protocol/rpc/primitives'

const text = z.string()
const number = z.number()

/** `verdict` null: no sample. Periods are contiguous. */
export const verdictPeriod = z.object({ from: time, to: time, verdict: verdict.nullable() })

/** One step of a series. null: unknown. */
export const historyPoint = z.object({
  at: time,
  /** Number of checks in the step, and of those with a slot. */
  samples: count,
  answered: count,
  slot: number.nullable(),
  /** From the last slot before the step to the last in it; null: after a gap. */
  slotsPerSecond: number.nullable(),
  /** The largest reported lag, in slots. */
  lag: number.nullable(),
  headAgeSeconds: number.nullable(),
  /** Median; `latencyMaxMs` is the largest. */
  latencyMs: number.nullable(),
  latencyMaxMs: number.nullable(),
})

/** A period that is not ok. A restart of the explorer does not end it, a longer gap does. */
export const incident = z.object({
  /** Of the incident's document; null: dropped. */
  id: text.nullable(),
  cause: text.nullable(),
  from: time,
  to: time,
  seconds: number,
  verdicts: z.array(verdict),
  /** True if the incident may continue beyond the range. */
  cutAtStart: z.boolean(),
  cutAtEnd: z.boolean(),
})

/** A maintenance window, or an acknowledgement or note from the incident's beginning to when it was made. */
export const operatorNote = z.object({
  kind: z.enum(['maintenance', 'acknowledgement', 'note']),
  from: time,
  to: time,
  note: text,
})

export const statusHistory = z.object({
  network: text,
  from: time,
  to: time,
  stepSeconds: number,
  /** Oldest first; steps without a check are missing. The first and last may extend beyond the range. */
  points: z.array(historyPoint),
  periods: z.array(verdictPeriod),
  incidents: z.array(incident),
  notes: z.array(operatorNote),
  /** `noSample`: time without checks. The sum is the length of the range. */
  seconds: z.record(z.enum([...VERDICTS, 'noSample']), number),
  /** Who records: this process, another on the same DATA_DIR, or nobody, with a `reason`. */
  recordedBy: z.enum(['this', 'another', 'nobody']),
  reason: text.exactOptional(),
  oldest: time.nullable(),
})

/** `from` null: the first verdict, or the first after a long gap. */
export const verdictChange = z.object({
  /** The first check with the verdict; for `frozen`, when the slot was first seen. */
  at: time,
  /** The check that confirmed the verdict. */
  confirmedAt: time,
  from: verdict.nullable(),
  to: verdict,
  summary: text,
})

/** Seconds of unavailability within `days`. */
export const errorBudget = z.object({
  /** In percent. */
  objective: number,
  days: number,
  allowedSeconds: number,
  spentSeconds: number,
})

/** Body of /status/incident/<id>.json. It ends with `ok`; restarts and gaps do not end it. Null: not recorded, unless told. */
export const incidentDocument = z.object({
  /** As at webhooks; names the network, and when the incident began as first reported. */
  id: text,
  network: text,
  /** The worst of its verdicts, and its sentence when most was wrong, in known words without URL or key. */
  verdict,
  cause: text.nullable(),
  began: time,
  confirmedAt: time,
  /** null: the incident is open. */
  ended: time.nullable(),
  endConfirmedAt: time.nullable(),
  asOf: time,
  /** From `began` to `ended`, or to `asOf`; `unseenSeconds` of them without a check. */
  seconds: number,
  unseenSeconds: number,
  /** Each change of the verdict, oldest first, the end included. */
  turns: z.array(verdictChange),
  operations: z.array(z.object({ operation: text, text })).nullable(),
  indexers: z.array(z.object({ indexer: text, verdict, text })).nullable(),
  /** null: not recorded, or no check failed. */
  lastError: z.object({ at: time, text }).nullable(),
  /** Answers that readers did not get, or got stale, because of the indexer. */
  answers: z.object({ failed: count, stale: count }).nullable(),
  budget: errorBudget,
  notes: z.array(operatorNote),
  /** Before, during and after it. */
  history: statusHistory,
})
