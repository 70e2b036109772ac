import { isRpcError } from '../protocol/rpc/failure'
import { isProblem, type Problem } from './problem'
import { toProblem } from './rpc-problem'

/** What came of a request: a failure that an indexer or a reader causes is data, so that a page can show it. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem }

/** The result of a request. Rejects where it failed by a fault of our own. */
export async function asResult<T>(promise: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await promise }
  } catch (error) {
    return failed(error)
  }
}

/** The same of what is read at once. */
export function asResultNow<T>(read: () => T): Result<T> {
  try {
    return { ok: true, value: read() }
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): { ok: false; problem: Problem } {
  if (isProblem(error)) return { ok: false, problem: error.problem }
  if (isRpcError(error)) return { ok: false, problem: toProblem(error.failure) }
  throw error
}
