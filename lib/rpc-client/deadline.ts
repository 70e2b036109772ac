import { clock } from '../platform/clock'
import { RpcError } from '../protocol/rpc/failure'

/** Does not cancel the work. `deadline`: monotonic milliseconds. @throws RpcError of reason timeout */
export async function within<T>(promise: Promise<T>, deadline: number): Promise<T> {
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    const message = 'The indexer did not respond in time.'
    const fail = () => reject(new RpcError({ kind: 'network', reason: 'timeout', message }))
    cancel = clock().after(Math.max(0, deadline - clock().monotonic()), fail)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    cancel()
  }
}
