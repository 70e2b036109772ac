import 'server-only'
import { isAnswerTooLarge, toProblem } from '../../api/rpc-problem'
import { isRpcError, type RpcError } from '../../protocol/rpc/failure'
import { knownSlot } from '../cache/cache'
import type { Indexer, Network } from '../networks/networks'
import { type IndexerPreference, indexersInTurn, noteUsed } from './indexers'

/** `ask` returns null to skip an indexer; `hasFallback`: leave time for another one. @throws RpcError of the first that failed */
export async function onSomeIndexer<T>(
  network: Network,
  wanted: IndexerPreference,
  ask: (indexer: Indexer, hasFallback: boolean) => Promise<T | null>,
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
      return (knownSlot(other) ?? 0) > (knownSlot(indexer) ?? 0)
    case 'invalid_params':
    case 'too_large':
      return false
    default:
      return true
  }
}

const FEWEST_ROWS = 15

/** Divides the number of rows by four while answers are too large; calls `onFewer` before each retry. @throws RpcError */
export async function withFewerRows<T>(
  limit: number,
  ask: (limit: number) => Promise<T>,
  onFewer: (limit: number) => void = () => {},
): Promise<T> {
  for (let rows = limit; ; onFewer(rows)) {
    try {
      return await ask(rows)
    } catch (error) {
      const fewer = Math.floor(rows / 4)
      if (!isRpcError(error) || !isAnswerTooLarge(error.failure) || fewer < FEWEST_ROWS) throw error
      rows = fewer
    }
  }
}
