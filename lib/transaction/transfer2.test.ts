import { describe, expect, it } from 'vitest'
import { readCompressions } from './transfer2'

const compression = (mode: number, amount: bigint, mint: number) => {
  const bytes = Buffer.alloc(16)
  bytes[0] = mode
  bytes.writeBigUInt64LE(amount, 1)
  bytes[9] = mint
  return [...bytes]
}
const instruction = (head: number, compressions: number[][] | null, context: number[] = [0]) =>
  Uint8Array.from([
    101,
    ...new Uint8Array(head),
    ...context,
    ...(compressions === null ? [0] : [1, compressions.length, 0, 0, 0, ...compressions.flat()]),
    0,
    ...new Uint8Array(8),
  ])

describe('what Transfer2 moves', () => {
  it.each([5, 7])('is read behind a head of %i bytes: both forms that there have been', (head) => {
    const moved = [compression(0, 5n, 1), compression(1, 2n ** 64n - 1n, 2), compression(2, 0n, 3)]
    expect(readCompressions(instruction(head, moved))).toEqual([
      { out: false, amount: 5n, mintIndex: 1 },
      { out: true, amount: 2n ** 64n - 1n, mintIndex: 2 },
      { out: false, amount: 0n, mintIndex: 3 },
    ])
  })

  it('is nothing where it moves nothing, and is read behind a CPI context', () => {
    expect(readCompressions(instruction(7, null))).toEqual([])
    expect(readCompressions(instruction(7, [compression(0, 1n, 0)], [1, 0, 0, 0]))).toHaveLength(1)
  })

  it('is not known of other instructions, cut ones and unknown modes', () => {
    const whole = instruction(7, [compression(0, 5n, 1)])
    expect(readCompressions(Uint8Array.from([103, ...whole.subarray(1)]))).toBeNull()
    expect(readCompressions(whole.subarray(0, 20))).toBeNull()
    expect(readCompressions(instruction(7, [compression(3, 5n, 1)]))).toBeNull()
    expect(readCompressions(new Uint8Array())).toBeNull()
  })
})
