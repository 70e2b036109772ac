import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { anyAccount, anyPageOf, anySignature, anyTokenData } from '@/lib/testing/any-answer'
import { resultText } from './answer-text'

test.each([
  ['getCompressedAccountsByOwner', anyPageOf(anyAccount)],
  ['getCompressedTokenAccountsByDelegate', anyPageOf(fc.record({ account: anyAccount, tokenData: anyTokenData }))],
  ['getLatestCompressionSignatures', anyPageOf(anySignature)],
  ['getIndexerHealth', fc.constant('ok')],
  ['getIndexerSlot', fc.constant(7)],
] as const)('%s is answered as JSON writes it, every digit of it', (method, results) => {
  fc.assert(
    fc.property<[unknown]>(results, (result) => {
      expect(resultText(method, result as never)).toBe(stringifyJson(result))
    }),
  )
})
