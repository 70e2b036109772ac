import 'server-only'
import { isProblem, type Problem } from '../../api/problem'
import { toProblem } from '../../api/rpc-problem'
import { once } from '../../platform/once'
import { isRpcError } from '../../protocol/rpc/failure'
import { Memory, type Trouble } from './memory'
import { noteReset } from './resets'

/** The process's memory, of all networks together. */
export const memory = once('memory', () => new Memory(troubleOf, noteReset))

/** Errors that are answers: no older answer may hide them. facts/reliability.md (b), "never stale". */
const ANSWERS = new Set<Problem['code']>(['invalid_params', 'not_found', 'indexer_behind'])

function troubleOf(error: unknown): Trouble | null {
  const problem = problemOf(error)
  if (!problem) return { reason: 'internal_error', retryAfterMs: null }
  return ANSWERS.has(problem.code) ? null : { reason: problem.code, retryAfterMs: problem.retryAfterMs ?? null }
}

function problemOf(error: unknown): Problem | null {
  if (isProblem(error)) return error.problem
  return isRpcError(error) ? toProblem(error.failure) : null
}
