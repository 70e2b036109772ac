import { describe, expect, test } from 'vitest'
import { STORE_DAMAGED } from '@/lib/indexer/json-rpc/method-error'
import { UNLISTED_MESSAGE } from '../../protocol/rpc/failure'
import { filterMessage, withKnownMessage } from './known-messages'

describe('a message of the interface passes', () => {
  test.each([
    'Node is behind 57 slots',
    'Node is behind by 42 slots',
    'Node is unhealthy',
    'Record Not Found: Account not found',
    'Validation Error: Invalid cursor length. Expected 72. Received 3.',
    'Internal server error',
    'missing field `owner` at line 1 column 2',
    'rate limited',
    'Ingestion stopped: the disk is full',
    STORE_DAMAGED,
    'Indexer is not ready',
    'Node is behind 329 slots: waiting for slot 20 (getBlock: error -32004)',
    'Node is behind 329 slots: waiting for slot 20 (getBlock: null; block 81 names it as its parent)',
    'The Solana node does not say its newest slot (getSlot: HTTP 403), so the lag is not known',
  ])('as it is: %s', (message) => {
    expect(filterMessage(message)).toBe(message)
  })

  test.each([
    ['Record Not Found: no KEY here', 'Record Not Found…'],
    ['Validation Error: KEY', 'Validation Error…'],
    ['Validation Error: Invalid cursor KEY', 'Validation Error: Invalid cursor…'],
    ['Invalid Public Key: KEY', 'Invalid Public Key…'],
    ['Node is behind 57 slots, KEY', 'Node is behind 57 slots…'],
    ['Node is behind\nKEY', 'Node is behind…'],
    ['Node is behind 329 slots: waiting for slot 20 (getBlock: KEY)', 'Node is behind 329 slots…'],
    ['unknown field `KEY`, expected `owner`', 'unknown field …'],
    ['invalid type: string "KEY", expected u64', 'invalid type: …'],
    ['Ingestion stopped: KEY', 'Ingestion stopped: …'],
    ['Ingestion stopped: the disk is secret', 'Ingestion stopped: …'],
    ['Internal server error KEY', 'Internal server error…'],
    ['owner: must be an address, found "KEY"', 'owner: …'],
    ['  Internal server error \n', 'Internal server error'],
  ])('without what a key can stand in: %s', (message, shown) => {
    expect(filterMessage(message)).toBe(shown)
  })
})

test.each([
  'KEY',
  '',
  'key KEY is refused',
  'missing field `KEY` at line 1 column 2',
  'KEY: must be text',
  'Node is KEY slots',
  'Indexer is not ready KEY',
  'internal server error',
  `${' '.repeat(5_000)}KEY`,
])('any other message is told in our words: %j', (message) => {
  expect(filterMessage(message)).toBe(UNLISTED_MESSAGE)
})

test('a code is a number that codes have, else 0', () => {
  const code = (code: number) => withKnownMessage({ code, message: '' }).code
  expect([-32_602, 429, 0, 99_999].map(code)).toEqual([-32_602, 429, 0, 99_999])
  expect([4_815_162_342, 1.5, -1e300].map(code)).toEqual([0, 0, 0])
})
