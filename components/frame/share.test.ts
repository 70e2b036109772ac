import encodeQR from 'qr'
import { describe, expect, test } from 'vitest'
import { pathOf } from './qr-code'
import { takenLink } from './taken-link'

describe('a link with the slot it was taken at', () => {
  test.each([
    ['https://x/latest', '5', 'https://x/latest?takenAt=5'],
    ['https://x/owner/a?cursor=c&takenAt=1', '5', 'https://x/owner/a?cursor=c&takenAt=5'],
    ['https://x/owner/a?takenAt=1#row', null, 'https://x/owner/a#row'],
  ])('%s at %s', (address, slot, link) => expect(takenLink(address, slot)).toBe(link))
})

test('the path of a code covers its dark modules and nothing else', () => {
  const modules = encodeQR('https://leafscan.example/latest?takenAt=300001816', 'raw', { ecc: 'medium', border: 4 })
  const drawn = modules.map((row) => row.map(() => false))
  for (const [, x, y, length] of pathOf(modules).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let i = 0; i < Number(length); i++) {
      const row = drawn[Number(y)]
      if (row) row[Number(x) + i] = true
    }
  }
  expect(drawn).toEqual(modules)
})
