import type { Columns, SqlValue } from '../store'

/** Ids of types in PostgreSQL's catalog. */
const OIDS = { integer: 20, bytes: 17, text: 25 } as const

/** One array per column, in PostgreSQL's binary form: copies bytes instead of formatting text. */
export function toArrays(columns: Columns, rows: SqlValue[][]): Buffer[] {
  return Object.values(columns).map((type, i) =>
    toArray(
      OIDS[type],
      rows.map((row) => row[i] ?? null),
    ),
  )
}

function toArray(oid: number, values: SqlValue[]): Buffer {
  const head = Buffer.alloc(20)
  // Dimensions, whether there are nulls, the elements' type, their number, the first one's index.
  const nulls = values.some((value) => value === null) ? 1 : 0
  for (const [i, word] of [1, nulls, oid, values.length, 1].entries()) head.writeInt32BE(word, 4 * i)
  return Buffer.concat([head, ...values.flatMap(toElement)])
}

const NULL = Buffer.from([255, 255, 255, 255])

function toElement(value: SqlValue): Uint8Array[] {
  if (value === null) return [NULL]
  const bytes = toBinary(value)
  const length = Buffer.alloc(4)
  length.writeInt32BE(bytes.length)
  return [length, bytes]
}

function toBinary(value: bigint | string | Uint8Array): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value)
  if (typeof value !== 'bigint') return value
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}
