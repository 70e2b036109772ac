import { isTooLarge } from '../../api/rpc-problem'
import { isRpcError } from '../../protocol/rpc/failure'

const FEWEST_ROWS = 15

/** Quarters the number of rows while the answer is too large; `onFewer` gets each smaller number first. @throws RpcError */
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
