import { expect, test } from 'vitest'
import { RpcError } from './failure'
import { type Problem, ProblemError } from './problem'

const problem: Problem = {
  type: 'about:blank',
  title: 'Busy',
  status: 503,
  code: 'upstream_rate_limited',
  detail: 'The indexer is busy.',
  retryable: true,
}

test('a problem is recognised although another bundle’s copy of the class threw it', () => {
  const foreign = Object.assign(new Error('The indexer is busy.'), { name: 'ProblemError', problem })
  expect(foreign instanceof ProblemError).toBe(true)
  expect(new Error('other') instanceof ProblemError).toBe(false)
})

test('a failure of the wire is recognised the same way, and the two are told apart', () => {
  const failure = { kind: 'http', status: 500, retryAfterMs: null, message: 'failed' } as const
  const foreign = Object.assign(new Error('failed'), { name: 'RpcError', failure })
  expect(foreign instanceof RpcError).toBe(true)
  expect(new RpcError(failure) instanceof ProblemError).toBe(false)
  expect(new ProblemError(problem) instanceof RpcError).toBe(false)
})
