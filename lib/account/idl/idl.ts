import { hexOf } from '../../format/hex'

/*
 * An IDL reduced to what reading bytes needs, from Anchor's two forms (anchor.ts) or Codama (codama.ts). An IDL is written by
 * strangers: reading one is bounded, and a type that cannot be read is `unsupported` without taking the others with it.
 */

export interface IntegerType {
  kind: 'integer'
  bytes: number
  signed: boolean
  bigEndian?: true
  /** Seconds since the Unix epoch, if the IDL says so. */
  isTime?: true
  /** The value counts units of 10^-decimals. */
  decimals?: number
}

export type Count = number | 'rest' | { prefix: IntegerType } | { parameter: string }

export interface NamedType {
  name: string
  type: IdlType
}

export interface Variant {
  name: string
  tag: bigint
  fields: readonly NamedType[]
}

export type IdlType =
  | IntegerType
  | { kind: 'float'; bytes: 4 | 8; bigEndian?: true }
  | { kind: 'bool'; bytes: number }
  | { kind: 'key' }
  | { kind: 'text' | 'bytes'; count: Count }
  | { kind: 'list'; item: IdlType; count: Count }
  /** Without a tag, none is all zeros. isFixed: none is as long as some. */
  | { kind: 'option'; item: IdlType; tag: IntegerType | 'zeros'; isFixed?: boolean }
  | { kind: 'struct'; fields: readonly NamedType[]; isTuple?: true; isPlain?: true }
  | { kind: 'enum'; tag: IntegerType; variants: ReadonlyMap<bigint, Variant>; isScalar: boolean }
  | { kind: 'defined'; name: string; args: readonly (IdlType | number)[] }
  | { kind: 'parameter'; name: string }
  | { kind: 'unsupported'; reason: string }

export interface TypeDefinition {
  parameters: readonly string[]
  type: IdlType
}

export interface Idl {
  form: 'Anchor' | 'Codama'
  /** The program's address; null: the IDL names none. */
  address: string | null
  types: ReadonlyMap<string, TypeDefinition>
  /** What an account may hold, by name: structs of `types`, and those declared as accounts or events. */
  structs: ReadonlyMap<string, TypeDefinition>
  /** Listed discriminators in hex, padded to 8 bytes, with the names of their structs. */
  listed: ReadonlyMap<string, readonly string[]>
}

/** The whole IDL is refused, with a reason for people. */
export class IdlError extends Error {
  override readonly name: string = 'IdlError'
}

export function isIdlError(error: unknown): error is IdlError {
  return error instanceof Error && error.name === 'IdlError'
}

export const MAX_IDL_BYTES = 1_048_576
const MAX_NODES = 50_000
const MAX_DEPTH = 48
const MAX_NAME = 64

/** Any JSON, asked member by member: absent members and those of another kind are undefined. */
export class Node {
  constructor(
    readonly raw: unknown,
    private readonly budget: { nodes: number } = { nodes: MAX_NODES },
    private readonly depth = 0,
  ) {
    if (--budget.nodes < 0) throw new IdlError(`It has more than ${MAX_NODES} parts.`)
  }

  member(name: string): Node | undefined {
    const { raw } = this
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw) || !Object.hasOwn(raw, name)) return undefined
    const member: unknown = (raw as Record<string, unknown>)[name]
    return member === undefined || member === null ? undefined : this.#inner(member)
  }

  list(name: string): Node[] {
    return this.member(name)?.items ?? []
  }

  get items(): Node[] | undefined {
    return Array.isArray(this.raw) ? this.raw.map((item: unknown) => this.#inner(item)) : undefined
  }

  get text(): string | undefined {
    return typeof this.raw === 'string' ? this.raw : undefined
  }

  string(name: string): string | undefined {
    return this.member(name)?.text
  }

  /** A whole number from 0 to 2^32 - 1. */
  get count(): number | undefined {
    const { raw } = this
    return typeof raw === 'number' && Number.isInteger(raw) && raw >= 0 && raw <= 0xffff_ffff ? raw : undefined
  }

  get name(): string {
    const name = this.string('name')
    if (name === undefined || name === '' || name.length > MAX_NAME)
      throw new Unsupported('a name is missing or too long')
    return name
  }

  get bytes(): Uint8Array | undefined {
    const counts = this.items?.map(({ count }) => count)
    if (counts === undefined || counts.length > 64) return undefined
    return counts.every((count) => count !== undefined && count < 256) ? Uint8Array.from(counts as number[]) : undefined
  }

  #inner(raw: unknown): Node {
    if (this.depth >= MAX_DEPTH) throw new Unsupported(`it is nested deeper than ${MAX_DEPTH} levels`)
    return new Node(raw, this.budget, this.depth + 1)
  }
}

/** One type cannot be read. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported'
}

/** What `read` gives, or `unsupported` with the reason. */
export function typeOr(read: () => IdlType): IdlType {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && error.name === 'Unsupported') return { kind: 'unsupported', reason: error.message }
    throw error
  }
}

/** Lists of bytes are shown as such. */
export function listOf(item: IdlType, count: Count): IdlType {
  const isByte = item.kind === 'integer' && item.bytes === 1 && !item.signed
  return isByte ? { kind: 'bytes', count } : { kind: 'list', item, count }
}

export function mapOf(key: IdlType, value: IdlType, count: Count): IdlType {
  return { kind: 'list', item: structOf(Object.entries({ key, value }).map(([name, type]) => ({ name, type }))), count }
}

export function tupleOf(types: readonly IdlType[]): IdlType {
  return { kind: 'struct', fields: types.map((type, index) => ({ name: String(index), type })), isTuple: true }
}

export function structOf(fields: readonly NamedType[]): IdlType {
  if (new Set(fields.map(({ name }) => name)).size < fields.length)
    throw new Unsupported('two of its fields have one name')
  return { kind: 'struct', fields }
}

export function enumOf(tag: IntegerType, variants: readonly Variant[]): IdlType {
  const isScalar = variants.every(({ fields }) => fields.length === 0)
  return { kind: 'enum', tag, variants: new Map(variants.map((variant) => [variant.tag, variant])), isScalar }
}

/** `u8` to `u256`, `i8` to `i256`; undefined: another name. */
export function integerNamed(name: string): IntegerType | undefined {
  const match = /^([ui])(8|16|32|64|128|256)$/.exec(name)
  return match ? { kind: 'integer', bytes: Number(match[2]) / 8, signed: match[1] === 'i' } : undefined
}

export const U8: IntegerType = { kind: 'integer', bytes: 1, signed: false }
export const U32: IntegerType = { kind: 'integer', bytes: 4, signed: false }

/** Compressed accounts have 8 bytes of discriminator; shorter ones are padded. facts/light-events.md 9. */
export function addListed(listed: Map<string, string[]>, bytes: Uint8Array | undefined, name: string): void {
  if (bytes === undefined || bytes.length === 0 || bytes.length > 8) return
  const key = hexOf(bytes, '').padEnd(16, '0')
  const names = listed.get(key) ?? []
  if (!names.includes(name)) listed.set(key, [...names, name])
}
