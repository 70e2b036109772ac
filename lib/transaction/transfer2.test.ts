import { describe, expect, it } from 'vitest'
import { readCompressions } from './transfer2'

const compression = (mode: number, amount: bigint, mint: number, account = 0) => {
  const bytes = Buffer.alloc(16)
  bytes[0] = mode
  bytes.writeBigUInt64LE(amount, 1)
  bytes[9] = mint
  bytes[10] = account
  return [...bytes]
}
const instruction = (head: number, compressions: number[][] | null, context: number[] = [0], inputs = 1) =>
  Uint8Array.from([
    101,
    ...new Uint8Array(head),
    ...context,
    ...(compressions === null ? [0] : [1, compressions.length, 0, 0, 0, ...compressions.flat()]),
    0,
    ...[inputs, 0, 0, 0, 0, 0, 0, 0],
  ])

describe('what Transfer2 moves', () => {
  it.each([5, 7])('is read behind a head of %i bytes: both forms that there have been', (head) => {
    const moved = [
      compression(0, 5n, 1),
      compression(1, 2n ** 64n - 1n, 2, 7),
      compression(2, 0n, 3),
      compression(3, 1n, 4),
    ]
    expect(readCompressions(instruction(head, moved))).toEqual({
      list: [
        { mode: 'compress', amount: 5n, mintIndex: 1, accountIndex: 0 },
        { mode: 'decompress', amount: 2n ** 64n - 1n, mintIndex: 2, accountIndex: 7 },
        { mode: 'close', amount: 0n, mintIndex: 3, accountIndex: 0 },
        { mode: 'decompress', amount: 1n, mintIndex: 4, accountIndex: 0 },
      ],
      hasCompressedAccounts: true,
    })
  })

  it('is nothing where it moves nothing, and is read behind a CPI context', () => {
    expect(readCompressions(instruction(7, null))?.list).toEqual([])
    expect(readCompressions(instruction(7, [compression(0, 1n, 0)], [1, 0, 0, 0]))?.list).toHaveLength(1)
  })

  it('says where it names no compressed account', () => {
    const moved = [compression(0, 5n, 0), compression(1, 5n, 0)]
    expect(readCompressions(instruction(7, moved, [0], 0))?.hasCompressedAccounts).toBe(false)
  })

  it('is not known of other instructions, cut ones and unknown modes', () => {
    const whole = instruction(7, [compression(0, 5n, 1)])
    expect(readCompressions(Uint8Array.from([103, ...whole.subarray(1)]))).toBeNull()
    expect(readCompressions(whole.subarray(0, 20))).toBeNull()
    expect(readCompressions(instruction(7, [compression(4, 5n, 1)]))).toBeNull()
    expect(readCompressions(new Uint8Array())).toBeNull()
  })
})
