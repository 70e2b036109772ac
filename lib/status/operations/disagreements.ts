import type { Degradation } from '../../api/status'
import { once } from '../../platform/once'
import type { Indexer } from '../../upstream/networks/networks'

/** What lib/compare last reported of each indexer. */
const reported = once('disagreements', () => new WeakMap<Indexer, readonly Degradation[]>())

/** Reports that other indexers of its network have other rows than this one, in the place of what was reported before. */
export function reportDisagreements(indexer: Indexer, disagreements: readonly Degradation[]): void {
  reported().set(indexer, disagreements)
}

/** What was last reported of an indexer. */
export function disagreementsOf(indexer: Indexer): readonly Degradation[] {
  return reported().get(indexer) ?? []
}
