import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED } from '@/scripts/seed'
import { boundedBase58, decodeBase58, encodeBase58, MAX_BASE58_BYTES } from './base58'

const bytesOf = (sizes: fc.Arbitrary<number>): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(sizes, fc.nat(12))
    .chain(([size, zeros]) =>
      fc.uint8Array({ minLength: size, maxLength: size }).map((bytes) => bytes.fill(0, 0, zeros === 12 ? size : zeros)),
    )
const SIZES = fc.oneof(fc.nat(300), fc.constantFrom(0, 1, 31, 32, 33, 63, 64, 65, 1_024, 1_232))

test('bytes have the text that @scure/base gives them, wherever they stand and however many are zero', () => {
  fc.assert(
    fc.property(bytesOf(SIZES), fc.nat(9), (bytes, start) => {
      const whole = Uint8Array.from([...new Uint8Array(start).fill(7), ...bytes, 7])
      const wanted = base58.encode(bytes)
      expect(encodeBase58(whole, start, start + bytes.length)).toBe(wanted)
      expect(encodeBase58(whole.subarray(start, start + bytes.length))).toBe(wanted)
    }),
    { seed: SEED, numRuns: 2_000 },
  )
})

test('the lowest, second and highest number of each size up to 300 bytes is written and read', () => {
  for (let size = 0; size <= 300; size++) {
    for (const [byte, last] of [
      [0, 0],
      [0, 1],
      [255, 255],
    ]) {
      const bytes = new Uint8Array(size).fill(byte ?? 0)
      if (size > 0) bytes[size - 1] = last ?? 0
      const text = encodeBase58(bytes)
      expect(text).toBe(base58.encode(bytes))
      expect(decodeBase58(text)).toEqual(bytes)
    }
  }
})

test('a text made for a page has at most 1,024 bytes', () => {
  const most = new Uint8Array(MAX_BASE58_BYTES).fill(255)
  expect(boundedBase58(most)).toBe(base58.encode(most))
  expect(() => boundedBase58(new Uint8Array(1_025))).toThrow(RangeError)
})

test.each([
  ['0', '"0" at character 0'],
  ['a0', '"0" at character 1'],
  ['I', '"I" at character 0'],
  ['11O', '"O" at character 2'],
  ['l', '"l" at character 0'],
  ['aaaa aaaa', '" " at character 4'],
  ['é', '"é" at character 0'],
  ['\u{1F343}', 'at character'],
])('%j is no base58, and the error names the character', (text, place) => {
  expect(() => decodeBase58(text)).toThrow(SyntaxError)
  expect(() => decodeBase58(text)).toThrow(place)
})
