import 'server-only'
import { type Indexer, indexersOf, type Network } from '../networks'

/** The indexer of a network that a question is asked of. */
export function preferredIndexer(network: Network): Indexer {
  return indexersOf(network)[0]
}
