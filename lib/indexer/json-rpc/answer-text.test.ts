import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { anyAccount, anyPageOf, anySignature, anyTokenData } from '@/lib/testing/any-answer'
import { resultText } from './answer-text'

test('a page of accounts is written as JSON writes it, every digit of it', () => {
  fc.assert(
    fc.property(anyPageOf(anyAccount), (result) => {
      expect(resultText('getCompressedAccountsByOwner', result)).toBe(stringifyJson(result))
    }),
  )
})

test('so is a page of token accounts', () => {
  fc.assert(
    fc.property(anyPageOf(fc.record({ account: anyAccount, tokenData: anyTokenData })), (result) => {
      expect(resultText('getCompressedTokenAccountsByDelegate', result)).toBe(stringifyJson(result))
    }),
  )
})

test('and whatever else is answered', () => {
  fc.assert(
    fc.property(anyPageOf(anySignature), (result) => {
      expect(resultText('getLatestCompressionSignatures', result)).toBe(stringifyJson(result))
    }),
  )
  expect(resultText('getIndexerHealth', 'ok')).toBe('"ok"')
  expect(resultText('getIndexerSlot', 7)).toBe('7')
})
