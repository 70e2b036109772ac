import type { Degradation, IndexerState, IndexerStatus } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import type { MethodName } from '../../protocol/rpc/methods'
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
  const { status } = best
  // What is wrong with the best one costs readers nothing until it is confirmed: another answers.
  const own = answeringVerdict(status, judged) === 'ok' ? [] : status.degradations
  const lost = own.filter((each) => each.kind !== 'fails' || !isAnsweredBy(judged, each.method))
  const others = failing.map(blame)
  const isLowered = verdict !== status.verdict
  const isDoubted = status.pending?.better === false || status.standingSince !== null
  const besides = others.length > 0 ? ` ${degradationText(others)}` : ''
  return {
    ...status,
    verdict,
    summary:
      isLowered && !isDoubted
        ? `${best.label} answers readers.${besides}`
        : `${best.label}: ${status.summary}${besides}`,
    since: sinceOf(verdict, judged, isLowered),
    degradations: [...lost, ...(lost.length < own.length ? [blame(best)] : []), ...others],
    indexers: [...parts].sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })).map(stateOf),
  }
}

/** When the last indexer failed or became ok; where one answers and another fails, when that began. */
function sinceOf(verdict: Verdict, judged: readonly IndexerStatus[], isLowered: boolean): string | null {
  const times = (are: (verdict: Verdict) => boolean) =>
    judged.flatMap(({ verdict, since }) => (are(verdict) && since) || []).sort()
  if (verdict !== 'degraded' || !isLowered) return times(() => true).at(-1) ?? null
  const [answering = '', failing = null] = [times((each) => each === 'ok')[0], times(fails)[0]]
  return failing !== null && answering > failing ? answering : failing
}

/** Failed requests go on with the next indexer. */
function isAnsweredBy(judged: readonly IndexerStatus[], operation: MethodName): boolean {
  return judged.some(
    ({ verdict, degradations }) =>
      (verdict === 'ok' || verdict === 'degraded') &&
      !degradations.some((each) => each.kind === 'health' || (each.kind === 'fails' && each.method === operation)),
  )
}

function blame({ label, status }: IndexerPart): Degradation {
  return { kind: 'indexer', indexer: label, verdict: status.verdict, text: status.summary }
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
