import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ByteComparison, COMPARED_BYTES, compareRows } from './differences'

function compare(rows: readonly Uint8Array[]): ByteComparison {
  const steps = compareRows(rows)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const key = (seed: string) => createHash('sha256').update(seed).digest()
const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const kinds = (rows: readonly Uint8Array[]) =>
  compare(rows).segments.map(({ kind, offset, length }) => [kind, offset, length])

describe('comparison of rows', () => {
  it('sees the fields of token accounts: one mint, many wallets, amounts, no delegate', () => {
    const rows = Array.from({ length: 40 }, (_, n) =>
      Buffer.concat([key('mint'), key(`wallet ${n}`), u64(BigInt(n) * 1_000_003n), Buffer.from([0, 0, 0])]),
    )
    const { segments } = compare(rows)
    expect(segments.map(({ kind, offset, length }) => [kind, offset, length])).toEqual([
      ['key-like', 0, 32],
      ['key-like', 32, 32],
      ['counter-like', 64, 8],
      ['constant', 72, 3],
    ])
    expect(segments[0]?.says).toContain('the same')
    expect(segments[2]?.says).toBe('0 to 39,000,117, rising from row to row')
    const twice = [...rows.slice(0, 20), ...rows.slice(19)]
    expect(compare(twice).segments[2]?.says).toBe('0 to 39,000,117')
  })

  it('keeps a number apart from the key behind it, even where one row has a large one', () => {
    const rows = Array.from({ length: 40 }, (_, n) =>
      Buffer.concat([u64(n === 7 ? 2n ** 63n + 5n : BigInt(n) * 1_003n), Buffer.from([1]), key(`delegate ${n}`)]),
    )
    expect(compare(rows).segments.filter(({ kind }) => kind === 'key-like')).toEqual([
      { kind: 'key-like', offset: 9, length: 32, says: '32 random-looking bytes' },
    ])
  })

  it('takes no part of a number for a number', () => {
    const large = [1n, 2n ** 55n - 3n, 2n ** 40n + 77n].map((n) =>
      Buffer.concat([Buffer.from([9]), u64(n), Buffer.from([0, 0, 0])]),
    )
    expect(kinds(large)).toEqual([
      ['constant', 0, 1],
      ['counter-like', 1, 8],
      ['constant', 9, 3],
    ])
    const largest = [1n, 2n ** 64n - 3n, 77n].map((n) => Buffer.concat([u64(n), Buffer.from([0, 0, 0])]))
    expect(kinds(largest)).toEqual([
      ['varying', 0, 8],
      ['constant', 8, 3],
    ])
  })

  it('sees a constant tag, a flag, a number of 4 bytes', () => {
    const rows = [3, 9, 4].map((n, row) => Uint8Array.from([0xaa, 0xbb, n, row, 0, 0, 7, row % 2]))
    expect(kinds(rows)).toEqual([
      ['constant', 0, 2],
      ['counter-like', 2, 4],
      ['constant', 6, 1],
      ['varying', 7, 1],
    ])
  })

  it('does not call text a key', () => {
    const rows = Array.from({ length: 10 }, (_, n) =>
      Buffer.from(`a sentence with number ${n} in the middle of it, no`),
    )
    expect(compare(rows).segments.map(({ kind }) => kind)).not.toContain('key-like')
  })

  it('leaves out what fewer than two rows reach, and says nothing of one row or none', () => {
    expect(compare([key('a'), new Uint8Array(100)]).length).toBe(32)
    expect(compare([key('a')])).toMatchObject({ length: 0, segments: [] })
    expect(compare([])).toMatchObject({ length: 0, segments: [] })
  })

  it('covers the compared bytes without gap or overlap, and constant is constant', () => {
    const rows = fc.array(fc.uint8Array({ max: 3, maxLength: 90 }), { maxLength: 8 })
    fc.assert(
      fc.property(rows, (given) => {
        const { length, segments } = compare(given)
        let covered = 0
        for (const segment of segments) {
          expect(segment.offset).toBe(covered)
          expect(segment.says).not.toBe('')
          covered += segment.length
          if (segment.kind !== 'constant') continue
          for (let at = segment.offset; at < covered; at++) {
            expect(new Set(given.filter((row) => row.length > at).map((row) => row[at])).size).toBe(1)
          }
        }
        expect(covered).toBe(length)
      }),
    )
  })

  it('looks at the first bytes of large data, in many small steps', () => {
    const rows = Array.from({ length: 100 }, () => new Uint8Array(1_000_000))
    const steps = compareRows(rows)
    let count = 0
    for (let step = steps.next(); !step.done; step = steps.next()) count++
    expect(count).toBeGreaterThan(5)
    expect(compare(rows).length).toBe(COMPARED_BYTES)
  })
})
