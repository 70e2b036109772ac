import type { UpstreamError } from '../protocol/rpc/failure'
import { PROBLEM_KINDS } from './problem-kinds'

export type ProblemCode = keyof typeof PROBLEM_KINDS

/** A failure of the explorer's API (design.md 4.4), RFC 9457. Never holds an upstream's raw text or URL. */
export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  code: ProblemCode
  detail: string
  retryable: boolean
  /** Milliseconds; absent where unknown. */
  retryAfterMs?: number
  requestId?: string
  lag?: number
  minSlot?: number
  /** The indexer's slot, for `slot_not_reached`; absent where unknown. */
  slot?: number
  invalid?: InvalidParam[]
  upstream?: UpstreamError
}

export interface InvalidParam {
  name: string
  message: string
}

export function problem(code: ProblemCode, detail: string, more: Partial<Problem> = {}): Problem {
  const { status, title, retryable } = PROBLEM_KINDS[code]
  return { type: 'about:blank', title, status, code, detail, retryable, ...more }
}

export function invalidParams(invalid: InvalidParam[]): Problem {
  const detail = `${invalid.map(({ name, message }) => `${name} ${message}`).join('; ')}.`
  return problem('invalid_params', detail, { invalid })
}

/** react-query's default error type. Serialized as data from server to page. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'

  constructor(
    readonly problem: Problem,
    options?: { cause?: unknown },
  ) {
    super(problem.detail, options)
  }
}

export function isProblem(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError'
}
