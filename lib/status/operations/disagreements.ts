import type { Degradation } from '../../api/status'
import { once } from '../../platform/once'
import type { Indexer } from '../../upstream/networks/networks'

const reported = once('disagreements', () => new WeakMap<Indexer, readonly Degradation[]>())

export function reportDisagreements(indexer: Indexer, disagreements: readonly Degradation[]): void {
  reported().set(indexer, disagreements)
}

export function disagreementsOf(indexer: Indexer): readonly Degradation[] {
  return reported().get(indexer) ?? []
}
