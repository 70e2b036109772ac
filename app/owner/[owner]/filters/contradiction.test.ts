import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contradiction } from './contradiction'

const filter = (offset: number, ...bytes: number[]) => ({ offset, bytes: base58.encode(Uint8Array.from(bytes)) })

describe('filters that contradict each other', () => {
  it('are found at the byte where they differ', () => {
    expect(contradiction([filter(0, 1, 2), filter(1, 3)])).toBe(1)
    expect(contradiction([filter(32, 7), filter(4, 1), filter(32, 8)])).toBe(32)
  })

  it('are none where they touch, agree or stand alone', () => {
    expect(contradiction([])).toBeNull()
    expect(contradiction([filter(0, 1, 2), filter(2, 3), filter(1, 2, 3)])).toBeNull()
  })

  it('are never cut from the same data', () => {
    const part = fc.tuple(fc.nat({ max: 90 }), fc.integer({ min: 1, max: 10 }))
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 100, maxLength: 100 }),
        fc.array(part, { maxLength: 5 }),
        (data, parts) => {
          expect(
            contradiction(parts.map(([offset, length]) => filter(offset, ...data.subarray(offset, offset + length)))),
          ).toBeNull()
        },
      ),
    )
  })
})
