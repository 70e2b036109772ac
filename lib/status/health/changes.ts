import 'server-only'
import type { IndexerStatus, ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { clock } from '../../platform/clock'
import { errorClass, log } from '../../platform/log'
import { once } from '../../platform/once'
import type { CheckRecord } from '../history/check-record'
import type { VerdictChange } from '../history/contract'
import { history } from '../history/history'
import { MAX_RESTART_MS } from '../history/periods'
import { weightOf } from './affected'
import { degradationText } from './joined'

export type NetworkChange = VerdictChange & { network: string }

type Listener = (change: NetworkChange) => unknown

const listeners = once('status listeners', () => new Set<Listener>())

/** A start with the recorded verdict is no change. Returns a function that unsubscribes. */
export function onVerdictChange(listener: Listener): () => void {
  return onVerdict((change) => change.from !== change.to && listener(change))
}

/** Also called at a start with the recorded verdict, which may not have been announced: `from` is then `to`. */
export function onVerdict(listener: Listener): () => void {
  listeners().add(listener)
  return () => void listeners().delete(listener)
}

interface Answers {
  atMs: number
  failed: number
  stale: number
}

/** An incident may have begun this many checks before its confirmation. */
const ANSWERS_KEPT = 20

export class VerdictRecorder {
  #reported: Verdict | null
  /** False after a long pause: the previous verdict is then unknown. */
  #continues: boolean
  /** When the reported verdict began; null: unknown. */
  #since: string | null
  #hasStarted = false

  /** As of the newest checks, to tell what was answered since an incident began. */
  #answers: Answers[]

  /** @param answersNow totals of this process */
  constructor(
    private readonly network: string,
    private readonly answersNow: () => Omit<Answers, 'atMs'>,
  ) {
    this.#answers = [{ atMs: 0, ...answersNow() }]
    const [last] = history().last(network, 1)
    this.#reported = last?.verdict ?? null
    this.#continues = last !== undefined && clock().wall() - Date.parse(last.at) <= MAX_RESTART_MS
    this.#since = this.#continues ? history().began(network) : null
  }

  /** The recorded beginning of a verdict that goes on, which the states of several indexers do not tell. */
  joined(status: IndexerStatus): IndexerStatus {
    const goesOn = status.since !== null && status.verdict === this.#reported
    return goesOn && this.#since !== null ? { ...status, since: this.#since } : status
  }

  /** @param isOfOther true: the verdict is due to an indexer that still fails while another one answers */
  record(status: RecordedStatus, intervalSeconds: number, isOfOther = false): void {
    const { verdict, summary, samples, degradations } = status
    const sample = samples.at(-1)
    if (!sample) return
    const since = status.since ?? sample.at
    history().record(this.network, {
      ...checkRecordOf(status, sample, intervalSeconds),
      ...(isOfOther && sample.says === 'ok' && { says: verdict, text: degradationText(degradations) }),
      evidence: {
        ...evidenceIn(status, sample.says),
        ...this.#answersSince(verdict, Date.parse(since), Date.parse(sample.at)),
      },
    })
    const from = this.#continues ? this.#reported : null
    const isKnown = verdict === this.#reported
    const starts = !this.#hasStarted
    this.#reported = verdict
    this.#continues = true
    this.#since = since
    this.#hasStarted = true
    const change = { network: this.network, at: since, confirmedAt: sample.at, to: verdict, summary }
    if (!isKnown || starts) notify({ ...change, from: isKnown ? verdict : from })
  }

  /** Since the check before, or since the beginning of the incident that this check confirms. */
  #answersSince(verdict: Verdict, sinceMs: number, atMs: number): Omit<Answers, 'atMs'> {
    const now = { atMs, ...this.answersNow() }
    const begins = verdict !== 'ok' && this.#reported === 'ok'
    const earlier = this.#answers.findLast(({ atMs }) => atMs <= sinceMs) ?? this.#answers[0]
    const before = (begins ? earlier : this.#answers.at(-1)) ?? now
    this.#answers = [...this.#answers, now].slice(-ANSWERS_KEPT)
    return { failed: now.failed - before.failed, stale: now.stale - before.stale }
  }
}

type RecordedStatus = Pick<
  IndexerStatus,
  'verdict' | 'since' | 'summary' | 'headAge' | 'samples' | 'indexers' | 'degradations'
>

/** One of several indexers, under its label: it continues from there after a restart. */
export function recordIndexer(label: string, status: RecordedStatus, intervalSeconds: number): void {
  const sample = status.samples.at(-1)
  if (sample) history().record(label, checkRecordOf(status, sample, intervalSeconds))
}

function checkRecordOf(
  { verdict, since, summary, headAge }: RecordedStatus,
  sample: ProbeSample,
  intervalSeconds: number,
): CheckRecord {
  return {
    ...sample,
    at: Date.parse(sample.at),
    verdict,
    since: Date.parse(since ?? sample.at),
    summary,
    headAgeMs: headAge && Math.round(headAge.seconds * 1000),
    intervalMs: Math.round(intervalSeconds * 1000),
  }
}

function evidenceIn(
  { verdict, degradations, indexers = [] }: Pick<IndexerStatus, 'verdict' | 'degradations' | 'indexers'>,
  says: Verdict,
) {
  // Which operations were asked in an outage is chance: all of them fail.
  const isAnswering = verdict !== 'unreachable' && says !== 'unreachable'
  return {
    operations: (isAnswering ? degradations : []).flatMap((each) =>
      'method' in each ? { operation: each.method, kind: each.kind, text: degradationText([each]) } : [],
    ),
    weight: weightOf(degradations),
    indexers: indexers
      .filter(({ verdict, since }) => verdict !== 'ok' && since !== null)
      .map(({ indexer, verdict, summary }) => ({ indexer, verdict, text: summary })),
  }
}

function notify(change: NetworkChange): void {
  for (const listener of listeners()) {
    try {
      listener(change)
    } catch (error) {
      log('error', 'verdict listener failed', { error: errorClass(error) })
    }
  }
}
