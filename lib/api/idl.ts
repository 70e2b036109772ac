import type { z } from 'zod'
import type * as schema from './schema'

/** u64 and wider as bigint, keys in base58, bytes in hex, variants by name, structs by their fields, none as null. */
export type DecodedValue = bigint | boolean | string | null | DecodedValue[] | { [name: string]: DecodedValue }

export type IdlSource = z.output<typeof schema.idlSource>

export type IdlState = z.output<typeof schema.idlFound | (typeof schema.idlMissing)[number]>

export type IdlColumn = z.output<typeof schema.idlColumn>

export type IdlStructs = z.output<typeof schema.idlStructs>

export type AnswerIdl = z.output<typeof schema.answerIdl>

/**
 * A row's data as the IDL reads them. `fields` by name: integers exact, keys base58, bytes hex, none null. `structs`: those that
 * take the data to the last byte, where the discriminator names several, or none. `raw`: why they are not read.
 */
export type RowDecoding = DecodedData | { structs: readonly string[] } | { raw: string }

export interface DecodedData {
  struct: string
  fields: { [name: string]: DecodedValue }
}

export type WithDecoding<Account> = Account & { decoded?: RowDecoding }

/** The value of a column; null: another struct, none, or several values. */
export function decodedCell({ decoded }: WithDecoding<object>, column: string): bigint | number | string | null {
  if (decoded === undefined || !('fields' in decoded)) return null
  if (column === STRUCT) return decoded.struct
  const value = fieldIn(decoded, column)
  return typeof value === 'boolean' ? String(value) : typeof value === 'object' ? null : (value ?? null)
}

/** undefined: a field of another struct. */
export function fieldIn({ struct, fields }: DecodedData, column: string): DecodedValue | undefined {
  const [of, name = ''] = column.split('.')
  return of === struct && Object.hasOwn(fields, name) ? fields[name] : undefined
}

/** The columns of decoded data in addresses: the struct's name, and `<struct>.<field>` with names as in Rust. */
export const STRUCT = 'struct'

export function isDecodedColumn(name: string): boolean {
  return /^(struct|\w{1,100}\.\w{1,100})$/.test(name)
}
