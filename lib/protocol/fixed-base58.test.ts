import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED } from '@/scripts/seed'
import { fixedBase58 } from './fixed-base58'

test.each([32, 64])(
  'the text of %d bytes is that of @scure/base, wherever they stand and however many are zero',
  (size) => {
    const textOf = fixedBase58(size)
    const bytes = fc.uint8Array({ minLength: size, maxLength: size })
    fc.assert(
      fc.property(bytes, fc.nat(size), fc.nat(9), (bytes, zeros, start) => {
        bytes.fill(0, 0, zeros)
        const whole = Uint8Array.from([...new Uint8Array(start).fill(7), ...bytes, 7])
        expect(textOf(whole, start)).toBe(base58.encode(bytes))
      }),
      { seed: SEED, numRuns: 2_000 },
    )
    for (const byte of [0, 1, 255]) {
      const same = new Uint8Array(size).fill(byte)
      expect(textOf(same, 0)).toBe(base58.encode(same))
    }
  },
)
