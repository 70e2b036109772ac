import 'server-only'
import type { Degradation } from '../../api/status'
import { upstreamOf } from '../../upstream/indexer/guards'
import { wrongRowsNeeded, wrongRowsOf } from '../../upstream/indexer/wrong-rows'
import type { Indexer } from '../../upstream/networks/networks'
import { askCanaries } from './canary'
import { disagreementsOf } from './disagreements'
import { operationsOf } from './operations'

/** Whether canaries are asked by a check: `doubtful`: everything at once, since an earlier process left it in doubt. */
export type Asking = 'no' | 'in turn' | 'doubtful'

/**
 * The part of a check that is about what readers ask: asks the canaries, at most one attempt's time, and says what is wrong.
 * To be called once a check. design.md 5, "Health".
 */
export async function checkOperations(indexer: Indexer, asking: Asking): Promise<Degradation[]> {
  const { breaker } = upstreamOf(indexer)
  const operations = operationsOf(indexer)
  if (asking === 'doubtful') operations.doubtAll()
  if (asking !== 'no') await askCanaries(indexer)
  const degradations = operations.check()
  const wrong = wrongRowsOf(indexer.label)
  if (wrong >= wrongRowsNeeded().hashes) degradations.push({ kind: 'wrong rows', hashes: wrong })
  degradations.push(...disagreementsOf(indexer))
  const { lastFailed } = operations
  // Calls that readers want are not made: that is not well, whatever the last results were.
  if (breaker.state === 'open' && lastFailed && !degradations.some(({ kind }) => kind === 'fails')) {
    degradations.push({ kind: 'fails', ...lastFailed, failed: 1, of: 1 })
  }
  return degradations
}
