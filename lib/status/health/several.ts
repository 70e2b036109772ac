import type { Degradation, IndexerState, IndexerStatus } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { degradationText, severityOf } from './joined'
import { CHECKS_TO_CHANGE } from './verdict'

/*
 * Combines the indexers of a network: the best verdict, since the best indexer answers clients, but at least `degraded` while
 * another one fails. design.md 5, "Health". Pure.
 */

export interface IndexerPart {
  label: string
  status: IndexerStatus
}

type Judged = Pick<IndexerStatus, 'verdict' | 'since' | 'pending' | 'intervalSeconds'>

export function bestVerdict(judged: readonly Judged[]): Verdict {
  const answering = judged.map((each) => answeringVerdict(each, judged))
  const [best = 'unknown'] = answering.sort((a, b) => severityOf(a) - severityOf(b))
  return best === 'ok' && judged.some(({ verdict }) => fails(verdict)) ? 'degraded' : best
}

/**
 * The verdict of pending checks, for an indexer that answered again before the others were confirmed as failing: readers always had
 * one that answers.
 */
function answeringVerdict(judged: Judged, all: readonly Judged[]): Verdict {
  const { verdict, pending, intervalSeconds } = judged
  if (!pending?.better) return verdict
  const failedMs = all.filter((other) => other !== judged).map(({ since }) => Date.parse(since ?? ''))
  const confirmedMs = Math.max(...failedMs) + (CHECKS_TO_CHANGE - 1) * intervalSeconds * 1_000
  return Date.parse(pending.since) <= confirmedMs ? pending.to : verdict
}

/** @param parts the serving indexer first */
export function joinStatuses(parts: readonly [IndexerPart, ...IndexerPart[]]): IndexerStatus {
  const checked = parts.filter(({ status }) => status.since !== null)
  const known = checked.length > 0 ? checked : parts
  const judged = known.map(({ status }) => status)
  const severity = ({ status }: IndexerPart) => severityOf(answeringVerdict(status, judged))
  const best = known.reduce((least, next) => (severity(next) < severity(least) ? next : least))
  const verdict = bestVerdict(judged)
  const failing = known.filter(
    (part) => part !== best && fails(part.status.verdict) && !isOfBoth(part.status, best.status),
  )
  const others = failing.map(({ label, status }): Degradation => {
    return { kind: 'indexer', indexer: label, verdict: status.verdict, text: status.summary }
  })
  const { status } = best
  const isAnswering = answeringVerdict(status, judged) === 'ok'
  // What is wrong with the best one costs readers nothing until it is confirmed: another answers.
  const degradations = [...(isAnswering ? [] : status.degradations), ...others]
  const isLowered = verdict !== status.verdict
  const times = (parts: readonly IndexerPart[]) => parts.flatMap(({ status }) => status.since ?? []).sort()
  const besides = others.length > 0 ? ` ${degradationText(others)}` : ''
  return {
    ...status,
    verdict,
    summary: isLowered ? `${best.label} answers readers.${besides}` : `${best.label}: ${status.summary}${besides}`,
    // `ok` begins when the last indexer became ok, a lowered verdict with the first failure.
    since: verdict === 'ok' ? (times(known).at(-1) ?? null) : isLowered ? (times(failing)[0] ?? null) : status.since,
    degradations,
    indexers: [...parts].sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })).map(stateOf),
  }
}

function stateOf({ label, status }: IndexerPart): IndexerState {
  const { verdict, since, slot, summary } = status
  return { indexer: label, verdict, since, slot, summary }
}

function fails(verdict: Verdict): boolean {
  return verdict !== 'ok' && verdict !== 'unknown'
}

/** True if the only degradation is a disagreement that the best indexer also reports. */
function isOfBoth({ verdict, degradations }: IndexerStatus, best: IndexerStatus): boolean {
  if (verdict !== 'degraded' || !best.degradations.some(isDisagreement)) return false
  return degradations.length > 0 && degradations.every(isDisagreement)
}

function isDisagreement({ kind }: Degradation): boolean {
  return kind === 'disagrees'
}
