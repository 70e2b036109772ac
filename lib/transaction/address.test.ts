import { expect, it } from 'vitest'
import { refusal } from '@/lib/testing/read-url'
import { readTxUrl } from './address'

it('a transaction is found by its signature alone', () => {
  expect(refusal(readTxUrl('cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'))).toEqual([
    'signature must be a transaction signature (base58 of 64 bytes): it decodes to 32 bytes',
  ])
})
