import 'server-only'
import { toProblem } from '../../api/rpc-problem'
import { isRpcError, type RpcError } from '../../protocol/rpc/failure'
import { slotKnown } from '../cache/cache'
import type { Indexer, Network } from '../networks/networks'
import { indexersInTurn, noteUsed, type Wanted } from './indexers'

/**
 * Negative answers are final, except a hash that a later indexer may know, and a lag. The callback returns null if it cannot
 * use
 * this indexer; `spare`: another one is left, so leave time for it. @throws RpcError of the first that failed
 */
export async function onSomeIndexer<T>(
  network: Network,
  wanted: Wanted,
  ask: (indexer: Indexer, spare: boolean) => Promise<T | null>,
): Promise<T> {
  const order = indexersInTurn(network, wanted)
  let failed: unknown = null
  for (const [i, indexer] of order.entries()) {
    const others = order.slice(i + 1)
    try {
      const answer = await ask(indexer, others.length > 0)
      if (answer === null) continue
      noteUsed(indexer)
      return answer
    } catch (error) {
      failed ??= error
      if (!isRpcError(error) || !others.some((other) => mayKnow(other, indexer, error))) throw failed
    }
  }
  throw failed
}

function mayKnow(other: Indexer, indexer: Indexer, { failure }: RpcError): boolean {
  switch (toProblem(failure).code) {
    case 'not_found':
      return (slotKnown(other) ?? 0) > (slotKnown(indexer) ?? 0)
    case 'invalid_params':
    case 'too_large':
      return false
    default:
      return true
  }
}
