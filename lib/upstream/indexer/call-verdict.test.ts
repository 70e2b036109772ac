import { describe, expect, test } from 'vitest'
import type { RpcFailure } from '../../protocol/rpc/failure'
import { verdictOn } from './guarded-call'

const E500: RpcFailure = { kind: 'http', status: 500, retryAfterMs: null, message: 'The indexer returned HTTP 500.' }
const TIMEOUT: RpcFailure = { kind: 'network', reason: 'timeout', message: 'The indexer did not respond in time.' }

describe('what a failure says', () => {
  const rpc = (message: string, code = -32000): RpcFailure => ({ kind: 'rpc', code, message })
  test.each<[string, RpcFailure, object]>([
    ['an unknown hash', rpc('Record Not Found: x'), { kind: 'answered' }],
    ['wrong parameters', rpc('Validation Error: x'), { kind: 'answered' }],
    ['a lag', rpc('Node is behind 57 slots'), { kind: 'answered' }],
    ['429', { ...E500, status: 429 } as RpcFailure, { kind: 'nothing' }],
    ['too big', rpc('Response is too big', -32702), { kind: 'nothing' }],
    ['an internal error', rpc('Internal server error'), { kind: 'failed', weight: 1, atOnce: false }],
    ['500', E500, { kind: 'failed', weight: 1, slow: false }],
    ['a wrong shape', { kind: 'decode', method: 'x', path: 'y', message: 'z' }, { kind: 'failed', weight: 0.5 }],
    ['a broken answer', { kind: 'malformed', message: 'x' }, { kind: 'failed', weight: 1 }],
    ['a refused key', { ...E500, status: 403 } as RpcFailure, { kind: 'failed', atOnce: true }],
    ['a refused connection', { kind: 'network', reason: 'unreachable', message: 'x' }, { kind: 'failed', slow: false }],
  ])('%s', (_, failure, expected) => {
    expect(verdictOn(failure, 4_000, 5)).toMatchObject(expected)
  })

  test('a timeout is slow; one that had no time says nothing', () => {
    expect(verdictOn(TIMEOUT, 4_000, 4_000)).toMatchObject({ kind: 'failed', slow: true })
    expect(verdictOn(TIMEOUT, 200, 200)).toEqual({ kind: 'nothing' })
  })
})
