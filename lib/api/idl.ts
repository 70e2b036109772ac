/** u64 and wider as bigint, keys in base58, bytes in hex, variants by name, structs by their fields, none as null. */
export type DecodedValue = bigint | boolean | string | null | DecodedValue[] | { [name: string]: DecodedValue }

/** Where an IDL was read, whose claim it therefore is. `authority` null: the account names none. */
export type IdlSource =
  | { kind: 'file' }
  | { kind: 'Program Metadata' | 'Anchor'; account: string; authority: string | null }

/**
 * What is known about a program's IDL: `absent`, `damaged` (there is one, and it cannot be read), `failed` (the chain node did
 * not answer) and `not asked` (no chain node, too many look-ups, or a preview) are different facts.
 */
export type IdlState =
  /** hash: SHA-256 of the text, hex. */
  | { state: 'found'; source: IdlSource; hash: string }
  | { state: 'absent' }
  | { state: 'not asked' }
  | { state: 'damaged'; source: IdlSource; reason: string }
  | { state: 'failed'; reason: string }

/** A field of a struct, in the order of the struct. */
export interface IdlColumn {
  name: string
  type: string
  /** Bytes that every account of the struct has at this place; absent: they move. */
  place?: { offset: number; length: number }
}

export type IdlStructs = { [struct: string]: IdlColumn[] }

/** `meta.idl` of an answer whose rows have data. `structs`: those of its rows. */
export type AnswerIdl =
  | Exclude<IdlState, { state: 'found' }>
  | (Extract<IdlState, { state: 'found' }> & { structs: IdlStructs })

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
