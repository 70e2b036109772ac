import { describe, expect, test } from 'vitest'
import { comparedRows, type LensRow } from './compared-rows'

const row = (hash: string, bytes: number[], discriminator = 7n): LensRow => ({
  hash,
  data: { discriminator, data: Buffer.from(bytes).toString('base64') },
})

function compare(rows: readonly LensRow[], hash = 'a', discriminator = 7n) {
  const steps = comparedRows(rows, hash, discriminator)
  let count = 0
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { ...value, steps: count }
    count++
  }
}

describe('a row is compared', () => {
  test('with rows of its discriminator, exact beyond 2^53, and no others', () => {
    const rows = [
      row('a', [1, 2, 3, 4], 2n ** 63n),
      row('b', [1, 2, 3, 4], 2n ** 63n),
      row('c', [1, 2, 3, 4], 2n ** 63n),
      row('d', [9, 9, 9, 9], 2n ** 63n + 1n),
      { hash: 'e', data: null },
      { hash: 'f' },
    ]
    expect(compare(rows, 'a', 2n ** 63n)).toMatchObject({
      rows: 3,
      length: 4,
      segments: [{ kind: 'constant', offset: 0, length: 4 }],
    })
  })

  test('with rows of its length, where there are three: an absent option moves what follows', () => {
    const rows = [row('a', [1, 5]), row('b', [1, 5]), row('c', [1, 5]), row('d', [2, 6, 7]), row('e', [2, 6])].slice(
      0,
      4,
    )
    expect(compare(rows)).toMatchObject({ rows: 3, sameLength: true, segments: [{ kind: 'constant', length: 2 }] })
  })

  test('with rows of any length where there are fewer', () => {
    const rows = [row('a', [1, 5]), row('b', [1, 5]), row('d', [2, 6, 7])]
    expect(compare(rows)).toMatchObject({ rows: 3, sameLength: false })
  })

  test('of lengths that differ by padding alone', () => {
    // Four base64 characters each: one, two and three bytes.
    const rows = [row('a', [1]), row('b', [1]), row('c', [1, 2]), row('d', [1, 2, 3])]
    expect(compare(rows)).toMatchObject({ rows: 4, sameLength: false })
  })

  test('with no more than a thousand', () => {
    expect(compare(Array.from({ length: 1_005 }, (_, i) => row(i === 0 ? 'a' : `b${i}`, [1, 2])))).toMatchObject({
      rows: 1_000,
    })
  })
})
