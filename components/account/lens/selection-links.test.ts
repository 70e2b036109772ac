import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { MAX_FILTER_BYTES, selectionLinks } from './selection-links'
import { range } from './words'

const DATA = Uint8Array.from({ length: 300 }, (_, i) => i % 256)
const ROW = { hash: 'HASH', owner: 'OWNER', cluster: 'devnet' }
const LIST = { filters: [{ offset: 0, bytes: '2' }], slice: null, limit: 10 }

const query = (href: string | null) => [...new URL(href ?? '', 'http://x').searchParams]

describe('the selected bytes lead', () => {
  test('to all accounts that have exactly these bytes at this place', () => {
    const { others } = selectionLinks({ ...ROW, list: LIST }, DATA.subarray(32, 64), 32)
    expect(others).toMatch(/^\/owner\/OWNER\?/)
    expect(query(others)).toEqual([
      ['filter', `32:${base58.encode(DATA.subarray(32, 64))}`],
      ['limit', '10'],
      ['cluster', 'devnet'],
    ])
  })

  test('to the same list with these bytes alone, the row open', () => {
    const { alone } = selectionLinks({ ...ROW, list: LIST }, DATA.subarray(32, 64), 32)
    expect(query(alone)).toEqual([
      ['filter', '0:2'],
      ['slice', '32:32'],
      ['limit', '10'],
      ['open', 'HASH'],
      ['cluster', 'devnet'],
    ])
  })

  test('nowhere by more bytes than an address holds', () => {
    const { others, alone } = selectionLinks(ROW, DATA.subarray(0, MAX_FILTER_BYTES + 1), 0)
    expect(others).toBeNull()
    expect(alone).toContain('slice=0:257')
    expect(selectionLinks(ROW, DATA.subarray(0, MAX_FILTER_BYTES), 0).others).not.toBeNull()
  })
})

test('a selection is called by its first and last byte', () => {
  expect(range(72, 1)).toBe('Byte 72')
  expect(range(32, 32)).toBe('Bytes 32 to 63, 32 bytes')
  expect(range(1_000, 2_000)).toBe('Bytes 1,000 to 2,999, 2,000 bytes')
})
