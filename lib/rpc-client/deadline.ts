import { clock, inTime } from '../platform/clock'
import { RpcError } from '../protocol/rpc/failure'

/** Does not cancel the work. @param deadline monotonic milliseconds @throws RpcError of reason timeout */
export async function withDeadline<T>(promise: Promise<T>, deadline: number): Promise<T> {
  const leftMs = Math.max(0, deadline - clock().monotonic())
  const done = await inTime(
    promise.then((value) => ({ value })),
    leftMs,
  )
  if (done) return done.value
  throw new RpcError({ kind: 'network', reason: 'timeout', message: 'The indexer did not respond in time.' })
}
