import { isTooLarge } from '../../api/rpc-problem'
import { isRpcError } from '../../protocol/rpc/failure'

/** Fewer rows are not requested: then a single one is too large. */
const FEWEST_ROWS = 15

/**
 * Asks for rows, and where they are too large for the indexer or for us, for a quarter of them.
 * @param onFewer called with each smaller number before it is requested.
 * @throws RpcError
 */
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
      if (!isRpcError(error) || !isTooLarge(error.failure) || fewer < FEWEST_ROWS) throw error
      rows = fewer
    }
  }
}
