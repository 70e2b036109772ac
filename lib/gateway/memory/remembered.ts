import 'server-only'
import { once } from '../../once'
import { RpcError } from '../../rpc/failure'
import { type Problem, ProblemError } from '../../rpc/problem'
import type { SlotReset } from '../../rpc/status'
import { toProblem } from '../problem'
import { logReset } from '../upstream/log'
import { Memory, type Trouble } from './memory'

/** The process's memory, of all networks together. */
export const memory = once(() => {
  const forgot = (network: string, reset: SlotReset) => {
    resets().set(network, reset)
    logReset(network, reset)
  }
  return new Memory(troubleOf, forgot)
})

/** When a network's slots last went back so far that what was remembered of it was forgotten; null: not yet. */
export function lastReset(network: string): SlotReset | null {
  return resets().get(network) ?? null
}

const resets = once(() => new Map<string, SlotReset>())

/** Errors that are answers: no older answer may hide them. facts/reliability.md (b), "never stale". */
const ANSWERS = new Set<Problem['code']>(['invalid_params', 'not_found', 'indexer_behind'])

function troubleOf(error: unknown): Trouble | null {
  const said = problemOf(error)
  if (!said) return { reason: 'internal_error', retryAfterMs: null }
  return ANSWERS.has(said.code) ? null : { reason: said.code, retryAfterMs: said.retryAfterMs ?? null }
}

function problemOf(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem
  return error instanceof RpcError ? toProblem(error.failure) : null
}
