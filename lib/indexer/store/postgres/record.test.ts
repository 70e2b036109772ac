import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SEED } from '@/scripts/seed'
import type { ListColumns, SqlValue } from '../store'
import { readRecords } from './record'

interface Written {
  type: ListColumns[string]
  bytes: Buffer
  value: SqlValue
}

const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return { type: 'integer' as const, bytes, value }
})

const bytes = fc.uint8Array({ maxLength: 300 }).map((value) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(value.length)
  return { type: 'bytes' as const, bytes: Buffer.concat([length, value]), value }
})

const written: fc.Arbitrary<Written> = fc.oneof(
  integer,
  bytes,
  fc.oneof(integer, bytes).map(({ type, bytes, value }) => {
    return { type: `${type} or null` as const, bytes: Buffer.concat([Buffer.of(1), bytes]), value }
  }),
  fc.constantFrom('integer or null' as const, 'bytes or null' as const).map((type) => {
    return { type, bytes: Buffer.of(0), value: null }
  }),
)

const row = fc.tuple(written, written, written)
const columnsOf = (row: Written[]): ListColumns => Object.fromEntries(row.map(({ type }, i) => [`column_${i}`, type]))
const recordOf = (row: Written[]) => Buffer.concat(row.map(({ bytes }) => bytes))

it('reads what was written, bytes and integers to the last digit', () => {
  fc.assert(
    fc.property(row, (row) => {
      const values = Object.fromEntries(row.map(({ value }, i) => [`column_${i}`, value]))
      expect(readRecords([{ record: recordOf(row) }], columnsOf(row))).toEqual([values])
    }),
    { seed: SEED },
  )
})
