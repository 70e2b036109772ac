import { expect, test } from 'vitest'
import { isRpcError, type RpcFailure } from '../../protocol/rpc/failure'
import { resultIn, statusFailure } from './answer'

function meaningOf(body: unknown, status = 200): unknown {
  const brief = (failure: RpcFailure) => ('code' in failure ? failure.code : failure.message)
  if (status !== 200) return brief(statusFailure({ status, headers: { 'retry-after': '7' } }, body))
  try {
    return resultIn(body, 'getSlot')
  } catch (error) {
    if (isRpcError(error)) return brief(error.failure)
    throw error
  }
}

const right = { jsonrpc: '2.0', id: 1 }
const error = { code: -32007, message: 'KEY' }

test.each<[string, unknown, number, unknown]>([
  ['a result', { ...right, result: 5 }, 200, 5],
  ['null', { ...right, result: null, error: null }, 200, null],
  ['an error, also without an id', { error }, 200, -32007],
  ['an error of another question is not believed', { ...right, id: 2, error }, 200, 'an answer that is no JSON-RPC'],
  ['a result of another question neither', { ...right, id: 2, result: 5 }, 200, 'an answer that is no JSON-RPC'],
  ['an error that is none', { ...right, result: 5, error: 'KEY' }, 200, 'an answer that is no JSON-RPC'],
  ['text', 'KEY', 200, 'an answer that is no JSON-RPC'],
  ['neither result nor error', right, 200, 'an answer without a result'],
  ['a limit beside 200', { ...right, error: { ...error, code: -32429 } }, 200, 'error -32429'],
  ['what is said of the chain beside another status', { error }, 500, -32007],
  ['what is said of the node beside another status', { error: { ...error, code: -32603 } }, 500, 'HTTP 500'],
  ['a page of a proxy', null, 502, 'HTTP 502'],
])('%s', (_, body, status, meaning) => expect(meaningOf(body, status)).toBe(meaning))

test('a limit is one with whatever status, for as long as the host says', () => {
  const limited = { kind: 'http', status: 429, retryAfterMs: 7_000 }
  const headers = { 'retry-after': '7' }
  expect(statusFailure({ status: 400, headers }, { error: { code: -32429 } })).toMatchObject(limited)
  expect(statusFailure({ status: 429, headers }, null)).toMatchObject(limited)
})
