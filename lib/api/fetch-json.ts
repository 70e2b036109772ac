import { parseJson } from '../protocol/rpc/parse-json'
import { type Problem, ProblemError } from './problem'

/** @throws ProblemError the API's problem, or `explorer_unreachable` without a response */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  let problem: Problem
  try {
    const response = await fetch(path, { ...(signal && { signal }), headers: { accept: 'application/json' } })
    const text = await response.text()
    if (response.ok) return parseJson(text) as T
    problem = parseProblem(text)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ProblemError(explorerUnreachable, { cause })
  }
  throw new ProblemError(problem)
}

export function parseProblem(text: string): Problem {
  try {
    const body = parseJson(text)
    if (isProblemBody(body)) return body
  } catch {
    // A proxy's page, or a truncated answer.
  }
  return explorerUnreachable
}

export const explorerUnreachable: Problem = {
  type: 'about:blank',
  title: 'Explorer unreachable',
  status: 503,
  code: 'explorer_unreachable',
  detail: 'The explorer did not respond.',
  retryable: true,
}

function isProblemBody(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body
}
