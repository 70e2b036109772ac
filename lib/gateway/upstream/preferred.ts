import 'server-only'
import { slotKnown } from '../memory/seen-slot'
import { type Indexer, indexersOf, type Network } from '../networks'

/** The indexer of a network that a question is asked of. @param minSlot one that is known to have reached it goes first */
export function preferredIndexer(network: Network, minSlot: number | null = null): Indexer {
  const all = indexersOf(network)
  const reached = minSlot === null ? undefined : all.find((indexer) => (slotKnown(indexer) ?? -1) >= minSlot)
  return reached ?? all[0]
}
