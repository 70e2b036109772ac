import type { ListColumns, Row, SqlValue } from '../store'

/*
 * A row as one value of bytes, which the server puts together: integers in eight bytes, bytes behind their length in four,
 * what may be null behind a byte that is 1, or 0 alone. Numbers are big-endian. The driver takes about as long for each value
 * of a row as for all of them in one; PostgreSQL's own record_send costs the server a quarter more.
 */

type Type = ListColumns[string]

const EXPRESSIONS: Record<Type, (name: string) => string> = {
  integer: (name) => `int8send(${name})`,
  'integer or null': (name) => orNull(`int8send(${name})`),
  bytes: (name) => `int4send(octet_length(${name})) || ${name}`,
  'bytes or null': (name) => orNull(`int4send(octet_length(${name})) || ${name}`),
}

function orNull(expression: string): string {
  return `coalesce('\\x01'::bytea || ${expression}, '\\x00'::bytea)`
}

/** The expression for a row of a table as a record; null where a column is null that may not be. */
export function recordOf(table: string, columns: ListColumns): string {
  return Object.entries(columns)
    .map(([name, type]) => EXPRESSIONS[type](`${table}.${name}`))
    .join(' || ')
}

/**
 * The rows of records.
 * @throws Error where the bytes are no such record.
 */
export function readRecords(rows: Row[], columns: ListColumns): Row[] {
  const types = Object.entries(columns)
  // Rows that begin with all columns do not grow, which costs a row more than its values.
  const empty: Row = Object.fromEntries(types.map(([name]) => [name, null]))
  return rows.map(({ record }) => {
    if (!Buffer.isBuffer(record)) throw new Error('wanted a record from the server')
    return readRecord(record, types, { ...empty })
  })
}

/** Reads a record into a row that has all columns. */
function readRecord(record: Buffer, types: [string, Type][], row: Row): Row {
  let at = 0
  for (const [name, type] of types) {
    const isNull = isNullable(type) && record.readUInt8(at++) === 0
    if (isNull) {
      row[name] = null
    } else if (isInteger(type)) {
      row[name] = record.readBigInt64BE(at)
      at += INTEGER_BYTES
    } else {
      const start = at + LENGTH_BYTES
      at = start + record.readUInt32BE(at)
      row[name] = bytesOf(record, start, at)
    }
  }
  if (at !== record.length) throw new Error('the server sent more than a record')
  return row
}

const INTEGER_BYTES = 8
const LENGTH_BYTES = 4

function isNullable(type: Type): boolean {
  return type === 'integer or null' || type === 'bytes or null'
}

function isInteger(type: Type): boolean {
  return type === 'integer' || type === 'integer or null'
}

function bytesOf(record: Buffer, start: number, end: number): SqlValue {
  if (end > record.length) throw new RangeError('the server cut a record')
  return new Uint8Array(record.buffer, record.byteOffset + start, end - start)
}
