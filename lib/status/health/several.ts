import type { Degradation, IndexerState, IndexerStatus } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { degradationText, severityOf } from './joined'

/*
 * Combines the indexers of a network: the best verdict, since the best indexer answers clients, but at least `degraded` while
 * another one fails. design.md 5, "Health". Pure.
 */

export interface IndexerPart {
  label: string
  status: IndexerStatus
}

export function bestVerdict(verdicts: readonly Verdict[]): Verdict {
  const [best = 'unknown'] = [...verdicts].sort((a, b) => severityOf(a) - severityOf(b))
  return best === 'ok' && verdicts.some(fails) ? 'degraded' : best
}

/** @param parts the serving indexer first */
export function joinStatuses(parts: readonly [IndexerPart, ...IndexerPart[]]): IndexerStatus {
  const checked = parts.filter(({ status }) => status.since !== null)
  const known = checked.length > 0 ? checked : parts
  const best = known.reduce((least, next) =>
    severityOf(next.status.verdict) < severityOf(least.status.verdict) ? next : least,
  )
  const verdict = bestVerdict(known.map(({ status }) => status.verdict))
  const failing = known.filter(
    (part) => part !== best && fails(part.status.verdict) && !isOfBoth(part.status, best.status),
  )
  const others = failing.map(({ label, status }): Degradation => {
    return { kind: 'indexer', indexer: label, verdict: status.verdict, text: status.summary }
  })
  const { status } = best
  // What is wrong with the best one costs readers nothing until it is confirmed: another answers.
  const degradations = [...(status.verdict === 'ok' ? [] : status.degradations), ...others]
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
