import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SEED } from '@/lib/testing/seed'
import type { SqlValue } from '../store'
import { readRecord } from './record'

const COLUMNS = ['a', 'b', 'c']

/** A value with its type in the catalog, as the server writes it. */
const value: fc.Arbitrary<{ type: number; bytes: Buffer | null; value: SqlValue }> = fc.oneof(
  fc.constant({ type: 20, bytes: null, value: null }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(value)
    return { type: 20, bytes, value }
  }),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((value) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    return { type: 23, bytes, value: BigInt(value) }
  }),
  fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }).map((value) => {
    const bytes = Buffer.alloc(2)
    bytes.writeInt16BE(value)
    return { type: 21, bytes, value: BigInt(value) }
  }),
  fc.uint8Array({ maxLength: 300 }).map((value) => ({ type: 17, bytes: Buffer.from(value), value })),
)

const int32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value, 4 * i)
  return bytes
}

const row = fc.tuple(value, value, value)
const recordOf = (row: { type: number; bytes: Buffer | null }[]) =>
  Buffer.concat([
    int32(row.length),
    ...row.flatMap(({ type, bytes }) => [int32(type, bytes === null ? -1 : bytes.length), bytes ?? Buffer.alloc(0)]),
  ])

it('reads what was written, bytes and integers to the last digit', () => {
  fc.assert(
    fc.property(row, (row) => {
      const written = Object.fromEntries(row.map(({ value }, i) => [COLUMNS[i], value]))
      expect(readRecord(recordOf(row), COLUMNS)).toEqual(written)
    }),
    { seed: SEED },
  )
})

it('refuses a record that is cut, and what is none', () => {
  fc.assert(
    fc.property(row, fc.nat(), (row, at) => {
      const record = recordOf(row)
      expect(() => readRecord(record.subarray(0, at % record.length), COLUMNS)).toThrow()
    }),
    { seed: SEED },
  )
  expect(() => readRecord('text', COLUMNS)).toThrow('wanted a record')
  expect(() => readRecord(null, COLUMNS)).toThrow('wanted a record')
})

it('refuses other columns and other types than are wanted', () => {
  expect(() => readRecord(recordOf([{ type: 20, bytes: null }]), COLUMNS)).toThrow('other columns')
  const text = { type: 25, bytes: Buffer.from('text') }
  expect(() => readRecord(recordOf([text, text, text]), COLUMNS)).toThrow('type 25')
})
