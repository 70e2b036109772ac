import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differingRanges, lookAlikes } from './look-alikes'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const base58 = (min: number, max = min) =>
  fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: min, maxLength: max })
const identifier = fc.oneof(base58(32, 44), base58(86, 88))

const pair = fc
  .tuple(base58(4), base58(24, 80), base58(24, 80), base58(4))
  .filter(([, a, b]) => a !== b)
  .map(([head, a, b, tail]): [string, string] => [head + a + tail, head + b + tail])

const near = fc
  .tuple(base58(44), fc.integer({ min: 4, max: 39 }), fc.constantFrom(...ALPHABET))
  .filter(([text, at, put]) => text[at] !== put)
  .map(([text, at, put]): [string, string] => [text, text.slice(0, at) + put + text.slice(at + 1)])

describe('look-alikes', () => {
  it('are found, all of them, wherever they stand among others', () => {
    fc.assert(
      fc.property(fc.oneof(pair, near), fc.array(identifier), fc.nat(), fc.nat(), ([a, b], others, i, j) => {
        const texts = [...others]
        texts.splice(i % (texts.length + 1), 0, a)
        texts.splice(j % (texts.length + 1), 0, b)
        const groups = lookAlikes(texts)
        expect(groups.get(a)).toContain(b)
        expect(groups.get(b)).toContain(a)
      }),
    )
  })

  it('are never equal, and always agree at both ends', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            identifier,
            pair.map(([a]) => a),
          ),
        ),
        (texts) => {
          const groups = lookAlikes([...texts, ...texts, ...texts])
          for (const [text, others] of groups) {
            for (const other of others) {
              expect(other).not.toBe(text)
              expect([other.slice(0, 4), other.slice(-4)]).toEqual([text.slice(0, 4), text.slice(-4)])
            }
          }
        },
      ),
    )
    const one = 'A'.repeat(44)
    expect(lookAlikes([one, one, one]).size).toBe(0)
  })

  it('are told apart by exactly the characters in which they differ', () => {
    fc.assert(
      fc.property(fc.oneof(pair, near), ([a, b]) => {
        const ranges = differingRanges(a, b)
        const inside = (i: number) => ranges.some(([from, to]) => from <= i && i < to)
        expect(ranges.length).toBeGreaterThan(0)
        if (a.length === b.length) for (let i = 0; i < a.length; i++) expect(inside(i)).toBe(a[i] !== b[i])
      }),
    )
    expect(differingRanges('abcd1efgh', 'abcd2efgh')).toEqual([[4, 5]])
    expect(differingRanges('same', 'same')).toEqual([])
  })
})
