import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { extractIdentifier, findIdentifiers } from './identifiers'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const SIGNATURE = base58.encode(new Uint8Array(64).fill(7))

test('a text is searched for identifiers, each of which is named once', () => {
  expect(findIdentifiers(`tx-${SIGNATURE} of ${KEY}, ${KEY} in slot 5`).map(({ text }) => text)).toEqual([
    SIGNATURE,
    KEY,
  ])
  expect(findIdentifiers('nothing, 418890736')).toEqual([])
})

test('an identifier is found however much stands around it', () => {
  expect(extractIdentifier(`${'('.repeat(50_000)}${KEY}${')'.repeat(50_000)}`)).toBe(KEY)
  expect(extractIdentifier('('.repeat(100_000)).length).toBe(0)
})
