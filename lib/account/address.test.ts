import { describe, expect, it } from 'vitest'
import { accepted, refusal } from '@/lib/testing/read-url'
import { readAccountUrl } from './address'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

describe("an account's link", () => {
  it('may carry nothing, and ignores what it does not know', () => {
    expect(accepted(readAccountUrl(KEY, { utm_source: 'x', owner: '', minSlot: '', filter: '' }))).toEqual({
      hash: KEY,
      owner: null,
      filters: [],
      minSlot: null,
      takenAt: null,
      history: null,
      limit: 25,
    })
  })

  it.each(['-1', '1.5', '1e6', '300,000,500', '9007199254740992', '12345678901234567', 'soon', ' 5'])(
    'refuses the slot %j',
    (minSlot) => {
      const rule = 'must be a slot number, at most 2^53-1'
      expect(refusal(readAccountUrl(KEY, { minSlot }))).toEqual([`minSlot ${rule}`])
      expect(refusal(readAccountUrl(KEY, { takenAt: minSlot }))).toEqual([`takenAt ${rule}`])
    },
  )

  it('says for a malformed hash what it must be', () => {
    expect(refusal(readAccountUrl('abc'))).toEqual(['hash must be a hash (base58 of 32 bytes): it decodes to 3 bytes'])
  })

  it('names everything that is wrong at once', () => {
    const search = { owner: 'abc', filter: 'x', minSlot: ['1', '2'], cursor: 'older:', limit: '0' }
    expect(refusal(readAccountUrl('abc', search)).map((text) => text.split(' ')[0])).toEqual([
      'hash',
      'owner',
      'filter',
      'minSlot',
      'cursor',
      'limit',
    ])
  })
})
