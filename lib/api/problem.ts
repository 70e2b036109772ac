import type { z } from 'zod'
import { PROBLEM_KINDS } from './problem-kinds'
import type * as schema from './schema'

export type ProblemCode = keyof typeof PROBLEM_KINDS

export type Problem = z.output<typeof schema.problem>

export type InvalidParam = NonNullable<Problem['invalid']>[number]

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
