import type { Row, SqlValue } from '../store'

/*
 * A row as PostgreSQL sends a record in binary (`record_send`): the number of columns; for each the number of its type in the
 * catalog, its length (-1: null), its bytes. Numbers are big-endian, of four bytes. The driver itself reads text alone.
 */

/** Types by their numbers in the catalog: bigint, smallint, integer, bytea. */
const BIGINT = 20
const SMALLINT = 21
const INTEGER = 23
const BYTES = 17

const NULL = -1

/**
 * The row of a record.
 * @param columns names, in the order of the record.
 * @throws Error where the bytes are no such record.
 */
export function readRecord(record: SqlValue, columns: readonly string[]): Row {
  if (!(record instanceof Uint8Array)) throw new Error('wanted a record from the server')
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength)
  if (view.getInt32(0) !== columns.length) throw new Error('the server sent other columns')
  const row: Row = {}
  let at = 4
  for (const column of columns) {
    const length = view.getInt32(at + 4)
    row[column] = length === NULL ? null : readValue(view, view.getInt32(at), at + 8, length)
    at += 8 + Math.max(0, length)
  }
  return row
}

function readValue(view: DataView, type: number, at: number, length: number): SqlValue {
  switch (type) {
    case BIGINT:
      return view.getBigInt64(at)
    case INTEGER:
      return BigInt(view.getInt32(at))
    case SMALLINT:
      return BigInt(view.getInt16(at))
    case BYTES:
      if (at + length > view.byteLength) throw new RangeError('the server cut a record')
      return new Uint8Array(view.buffer, view.byteOffset + at, length)
    default:
      throw new Error(`the server sent a value of type ${type}`)
  }
}
