import { expect, it } from 'vitest'
import { requestEnvelope, rpcError } from './envelope'

it('a request holds the id and version of the interface, and params only where there are some', () => {
  expect(JSON.stringify(requestEnvelope('getIndexerSlot', undefined))).toBe(
    '{"id":"test-account","jsonrpc":"2.0","method":"getIndexerSlot"}',
  )
  expect(JSON.stringify(requestEnvelope('getLatestCompressionSignatures', {}))).toBe(
    '{"id":"test-account","jsonrpc":"2.0","method":"getLatestCompressionSignatures","params":{}}',
  )
})

it('an error member is a numeric code and a text; its other members are dropped', () => {
  expect(rpcError.parse({ code: -32000, message: 'Node is behind 57 slots', data: 1 })).toEqual({
    code: -32000,
    message: 'Node is behind 57 slots',
  })
  expect(rpcError.safeParse({ code: '-32000', message: 'x' }).success).toBe(false)
  expect(rpcError.safeParse({ code: -32000 }).success).toBe(false)
})
