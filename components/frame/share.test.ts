import { describe, expect, test } from 'vitest'
import { linkWithSlot } from './taken-link'

describe('a link with the slot it was taken at', () => {
  test.each([
    ['https://x/latest', '5', 'https://x/latest?takenAt=5'],
    ['https://x/owner/a?cursor=c&takenAt=1', '5', 'https://x/owner/a?cursor=c&takenAt=5'],
    ['https://x/owner/a?takenAt=1#row', null, 'https://x/owner/a#row'],
  ])('%s at %s', (address, slot, link) => expect(linkWithSlot(address, slot)).toBe(link))
})
