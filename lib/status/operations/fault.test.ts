import { expect, test } from 'vitest'
import type { RpcFailure } from '../../protocol/rpc/failure'
import { faultOfAnswer, faultOfFailure, NO_INDEXER } from './operations'

const rpc = (code: number, message: string): RpcFailure => ({ kind: 'rpc', code, message })
const http = (status: number): RpcFailure => {
  return { kind: 'http', status, retryAfterMs: null, message: `The indexer returned HTTP ${status}.` }
}
const says = (text: string) => ({ kind: 'fails', text })

test.each<[string, RpcFailure, unknown]>([
  ['an unknown hash is an answer', rpc(-32_000, 'Record Not Found: Account not found'), null],
  ['a lag says nothing', rpc(-32_000, 'Node is behind 57 slots'), undefined],
  ['nor do params that are wrong', rpc(-32_602, 'Invalid params'), undefined],
  ['an answer that is too big', rpc(-32_702, 'Response is too big'), undefined],
  ['a limit', http(429), undefined],
  ['what was not sent', { kind: 'busy', retryAfterMs: 1, message: 'busy' }, undefined],
  ['or was held back', { kind: 'open', last: http(500), retryAfterMs: 1, message: 'open' }, undefined],
  ['500', http(500), says('The indexer returned HTTP 500.')],
  ['404', http(404), says('The indexer returned HTTP 404.')],
  ['a refused key', http(401), says('The indexer returned HTTP 401.')],
  ['an internal error', rpc(-32_000, 'Internal server error'), says('The indexer says: Internal server error')],
  ['an unknown operation', rpc(-32_601, 'Method not found'), says(NO_INDEXER)],
  ['another shape', { kind: 'decode', method: 'm', path: 'value', message: 'Wrong.' }, says('Wrong.')],
])('%s', (_, failure, fault) => {
  expect(faultOfFailure(failure, 5)).toEqual(fault)
})

test('an answer of more than 2 s is slow, also one that says no', () => {
  const none = { own: null, indexer: null }
  expect([faultOfAnswer(2_000, none), faultOfAnswer(2_001, none)]).toEqual([null, { kind: 'slow' }])
  expect(faultOfFailure(rpc(-32_000, 'Record Not Found'), 2_001)).toEqual({ kind: 'slow' })
})

test('an answer of a slot more than 150 below the indexer’s own is old', () => {
  const below = (slots: number) => faultOfAnswer(5, { own: 1_000 - slots, indexer: 1_000 })
  expect([below(-3), below(150), below(151)]).toEqual([null, null, { kind: 'old slot', slots: 151 }])
})
