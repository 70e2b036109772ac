import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LeafRanges } from './leaf-ranges'

function met(...leaves: (number | [number, number])[]): LeafRanges {
  const ranges = new LeafRanges()
  for (const leaf of leaves) {
    const [from, to] = typeof leaf === 'number' ? [leaf, leaf] : leaf
    ranges.add({ from, to, fromSlot: from, toSlot: to })
  }
  return ranges
}

const holesOf = (ranges: LeafRanges, start: number | null = null) =>
  [...ranges.holes(start)].map(({ from, to, before, after }) => [from, to, before?.toSlot ?? null, after.fromSlot])

describe('leaf indices that were met', () => {
  it('have their holes between their neighbours, whatever order they come in', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60), { minLength: 1 }), (leaves) => {
        const ranges = met(...leaves)
        const sorted = leaves.toSorted((a, b) => a - b)
        const expected = sorted.flatMap((leaf, i) => {
          const before = sorted[i - 1] ?? leaf - 1
          return before === leaf - 1 ? [] : [[before + 1, leaf - 1, before, leaf]]
        })
        expect(holesOf(ranges)).toEqual(expected)
        expect([ranges.lowest()?.from, ranges.highest()?.to]).toEqual([sorted[0], sorted.at(-1)])
        expect(ranges.repeatedLeaves).toBe(0)
      }),
    )
  })

  it('count what is met again, however it overlaps', () => {
    const range = fc.tuple(fc.nat(30), fc.nat(6)).map(([from, length]): [number, number] => [from, from + length])
    fc.assert(
      fc.property(fc.array(range), (added) => {
        const times = new Map<number, number>()
        for (const [from, to] of added)
          for (let leaf = from; leaf <= to; leaf++) times.set(leaf, (times.get(leaf) ?? 0) + 1)
        const repeated = [...times.values()].reduce((sum, n) => sum + n - 1, 0)
        expect(met(...added).repeatedLeaves).toBe(repeated)
      }),
    )
  })

  it('are remembered in a bounded number of ranges, with the earliest holes only counted', () => {
    const ranges = met(...Array.from({ length: 10_005 }, (_, n) => 3 * n))
    expect(ranges.earlierMissing).toBe(10)
    expect([...ranges.holes(null)]).toHaveLength(9_999)
  })
})
