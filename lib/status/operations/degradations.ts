import 'server-only'
import type { Degradation } from '../../api/status'
import { once } from '../../platform/once'
import { upstreamOf } from '../../upstream/indexer/indexers'
import { wrongRowsNeeded, wrongRowsOf } from '../../upstream/indexer/wrong-rows'
import type { Indexer } from '../../upstream/networks/networks'
import { sendCanaries } from './canary'
import { operationsOf } from './operations'

/** `doubtful`: all canaries at once, since an earlier process left operations in doubt. */
export type CanaryMode = 'no' | 'in turn' | 'doubtful'

/** Sends canaries within one attempt's time; called once per check. design.md 5, "Health". */
export async function checkOperations(indexer: Indexer, asking: CanaryMode): Promise<Degradation[]> {
  const { breaker } = upstreamOf(indexer)
  const operations = operationsOf(indexer)
  if (asking === 'doubtful') operations.doubtAll()
  if (asking !== 'no') await sendCanaries(indexer)
  const degradations = operations.check()
  const wrong = wrongRowsOf(indexer.label)
  if (wrong >= wrongRowsNeeded().hashes) degradations.push({ kind: 'wrong rows', hashes: wrong })
  degradations.push(...disagreementsOf(indexer))
  const { lastFailed } = operations
  // An open breaker blocks clients' calls, so the indexer is degraded whatever the last results were.
  if (breaker.state === 'open' && lastFailed && !degradations.some(({ kind }) => kind === 'fails')) {
    degradations.push({ kind: 'fails', ...lastFailed, failed: 1, of: 1 })
  }
  return degradations
}

const reported = once('disagreements', () => new WeakMap<Indexer, readonly Degradation[]>())

export function reportDisagreements(indexer: Indexer, disagreements: readonly Degradation[]): void {
  reported().set(indexer, disagreements)
}

export function disagreementsOf(indexer: Indexer): readonly Degradation[] {
  return reported().get(indexer) ?? []
}
