import { describe, expect, test } from 'vitest'
import type { RpcFailure } from '../protocol/rpc/failure'
import { toProblem } from './rpc-problem'

const http = (status: number, more: object = {}): RpcFailure => {
  return { kind: 'http', status, retryAfterMs: null, message: 'x', ...more }
}
const rpc = (code: number, message: string): RpcFailure => ({ kind: 'rpc', code, message })
const network = (reason: 'timeout' | 'unreachable' | 'redirect'): RpcFailure => ({
  kind: 'network',
  reason,
  message: 'x',
})
const WORDS = { error: { code: -32602, message: 'x' } }
const OTHER_FORM: RpcFailure = { kind: 'decode', method: 'm', path: 'p', message: 'x' }

describe('what an indexer’s failure means to a reader', () => {
  test.each<[string, RpcFailure, number, string, boolean]>([
    ['HTTP 401', http(401), 502, 'upstream_auth', false],
    ['HTTP 403', http(403), 502, 'upstream_auth', false],
    ['an error that refuses the key', rpc(-32403, 'x'), 502, 'upstream_auth', false],
    ['HTTP 429', http(429), 503, 'upstream_rate_limited', true],
    ['HTTP 404', http(404), 502, 'upstream_error', true],
    ['HTTP 500', http(500), 502, 'upstream_error', true],
    ['HTTP 400 with the words of the indexer', http(400, WORDS), 400, 'invalid_params', false],
    ['HTTP 500 with the words of the indexer', http(500, WORDS), 502, 'upstream_error', true],
    ['an unknown hash', rpc(-32000, 'Record Not Found: x'), 404, 'not_found', false],
    ['a lag', rpc(-32000, 'Node is behind 57 slots'), 503, 'indexer_behind', true],
    ['an answer too big for the indexer', rpc(-32008, 'x'), 502, 'too_large', false],
    ['any other error', rpc(-32000, 'x'), 502, 'upstream_error', true],
    ['an answer that is no JSON', { kind: 'malformed', message: 'x' }, 502, 'bad_upstream_response', true],
    ['an answer of another form', OTHER_FORM, 502, 'schema_mismatch', true],
    ['an answer that does not come', network('timeout'), 504, 'upstream_timeout', true],
    ['nobody there', network('unreachable'), 503, 'upstream_unreachable', true],
    ['a redirect', network('redirect'), 502, 'upstream_redirect', false],
    ['too much asked at once', { kind: 'busy', retryAfterMs: 1_000, message: 'x' }, 503, 'explorer_busy', true],
  ])('%s', (_, failure, status, code, retryable) => {
    expect(toProblem(failure)).toMatchObject({ status, code, retryable })
  })

  test('of one that is not asked for a while is that of its last answer, with the time to wait', () => {
    const open: RpcFailure = { kind: 'open', last: http(500), retryAfterMs: 4_000, message: 'x' }
    expect(toProblem(open)).toMatchObject({ status: 503, code: 'upstream_error', retryAfterMs: 4_000 })
  })

  test('keeps the number of a lag, and the indexer’s own words apart from ours', () => {
    expect(toProblem(rpc(-32000, 'Node is behind 57 slots'))).toMatchObject({
      lag: 57,
      detail: 'The indexer is 57 slots behind the chain.',
      upstream: { code: -32000, message: 'Node is behind 57 slots' },
    })
  })
})
