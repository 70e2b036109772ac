import { isRpcError } from '../protocol/rpc/failure'
import { isProblem, type Problem } from './problem'
import { toProblem } from './rpc-problem'

/** Holds a problem instead of throwing it, so that a page can show it. */
export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem }

export async function asResult<T>(promise: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await promise }
  } catch (error) {
    return failed(error)
  }
}

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
