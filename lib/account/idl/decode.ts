import type { DecodedData, DecodedValue } from '../../api/idl'
import { formatUnitsUngrouped } from '../../format/amounts'
import { hexOf } from '../../format/hex'
import { escapeInvisible } from '../../format/text'
import { keyBase58 } from '../../protocol/key-base58'
import type { Count, Idl, IdlType, IntegerType, NamedType, TypeDefinition } from './idl'
import { secondsText } from './value-text'

/*
 * One reader for server and browser. Each value costs a step, and steps are bounded, so that no IDL makes it loop: vectors of
 * nothing and types that contain themselves end.
 */

export interface DecodedField {
  name: string
  type: string
  /** Of the whole data, without the discriminator. */
  offset: number
  length: number
  value: DecodedValue
  /** Instead of the value, or of what its `fields` say. */
  text?: string
  /** True if every account of the struct has it at this place. */
  isFixed: boolean
  /** True if what follows has a fixed place, too. */
  isSized: boolean
  fields?: DecodedField[]
}

export type DecodeResult = { ok: true; fields: DecodedField[] } | { ok: false; reason: string }

const MAX_DEPTH = 32
const PAGE_STEPS = 50_000
const ROW_STEPS = 100
const STEPS_PER_BYTE = 2

/** Steps of what is read at once: an IDL that costs every row its most would block the process for minutes. */
export class StepBudget {
  left = PAGE_STEPS

  addRow(bytes: Uint8Array): void {
    this.left += ROW_STEPS + STEPS_PER_BYTE * bytes.length
  }
}

/** Succeeds only if the struct takes the data to the last byte. */
export function decode(
  idl: Idl,
  definition: TypeDefinition,
  bytes: Uint8Array,
  budget = new StepBudget(),
): DecodeResult {
  const reader = new Reader(idl, bytes, budget)
  try {
    const { fields = [] } = reader.read({ name: '', type: definition.type }, NO_ARGUMENTS, 0)
    if (reader.left > 0) throw new Misfit(`${reader.left} of ${bytes.length} bytes are left over`)
    return { ok: true, fields }
  } catch (error) {
    if (!isMisfit(error)) throw error
    return { ok: false, reason: error.message }
  }
}

class Misfit extends Error {
  override readonly name = 'Misfit'
}

function isMisfit(error: unknown): error is Misfit {
  return error instanceof Error && error.name === 'Misfit'
}

interface Argument {
  type: IdlType | number
  scope: Scope
}
type Scope = ReadonlyMap<string, Argument>
const NO_ARGUMENTS: Scope = new Map()

type ReadValue = Pick<DecodedField, 'value' | 'text' | 'fields'>

class Reader {
  #at = 0
  #isFixed = true
  /** Inside bytemuck: types of a size that bytes decide are no plain data. */
  #isPlain = false
  readonly #view: DataView

  constructor(
    private readonly idl: Idl,
    private readonly bytes: Uint8Array,
    private readonly budget: StepBudget,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.#at
  }

  read({ name, type }: NamedType, scope: Scope, depth: number): DecodedField {
    // Answers repeat names.
    this.#step(depth, 1 + (name.length >> 4))
    const [offset, isFixed] = [this.#at, this.#isFixed]
    const found = this.#value(type, scope, depth)
    const length = this.#at - offset
    return { ...found, name, type: typeName(type), offset, length, isFixed, isSized: this.#isFixed }
  }

  #step(depth: number, cost = 1): void {
    this.budget.left -= cost
    if (this.budget.left < 0) throw new Misfit('it has more values than bytes')
    if (depth > MAX_DEPTH) throw new Misfit(`it is nested deeper than ${MAX_DEPTH} levels`)
  }

  #value(type: IdlType, scope: Scope, depth: number): ReadValue {
    switch (type.kind) {
      case 'integer':
        return numberFound(this.#integer(type), type)
      case 'float':
        return this.#float(type)
      case 'bool': {
        const value = this.#integer({ kind: 'integer', bytes: type.bytes, signed: false })
        if (value > 1n) throw this.#misfit('a bool must be 0 or 1', value)
        return { value: value === 1n }
      }
      case 'key':
        return { value: keyBase58(this.#take(32)) }
      case 'text':
        return this.#text(this.#take(this.#count(type.count, scope)), type.count)
      case 'bytes':
        return { value: hexOf(this.#take(this.#count(type.count, scope)), '') }
      case 'list':
        return this.#list(type, scope, depth)
      case 'option':
        return this.#option(type, scope, depth)
      case 'struct': {
        const wasPlain = this.#isPlain
        this.#isPlain ||= type.isPlain === true
        const found = this.#fields(type.fields, scope, depth, type.isTuple)
        this.#isPlain = wasPlain
        return found
      }
      case 'enum':
        return this.#enum(type, scope, depth)
      case 'defined':
        return this.#defined(type, scope, depth)
      case 'parameter': {
        const argument = scope.get(type.name)
        if (argument === undefined || typeof argument.type === 'number') throw new Misfit('a generic type is unknown')
        return this.#inner(argument.type, argument.scope, depth)
      }
      case 'unsupported':
        throw new Misfit(type.reason)
    }
  }

  #inner(type: IdlType, scope: Scope, depth: number): ReadValue {
    this.#step(depth + 1)
    return this.#value(type, scope, depth + 1)
  }

  #fields(named: readonly NamedType[], scope: Scope, depth: number, isTuple = false): ReadValue {
    const fields = named.map((field) => this.read(field, scope, depth + 1))
    return { value: isTuple ? fields.map(({ value }) => value) : membersOf(fields), fields }
  }

  #list({ item, count }: IdlType & { kind: 'list' }, scope: Scope, depth: number): ReadValue {
    const length = count === 'rest' ? null : this.#count(count, scope)
    const fields: DecodedField[] = []
    while (length === null ? this.left > 0 : fields.length < length) {
      const before = this.left
      fields.push(this.read({ name: String(fields.length), type: item }, scope, depth + 1))
      if (length === null && this.left === before) throw new Misfit('a list to the end has items without bytes')
    }
    return { value: fields.map(({ value }) => value), fields }
  }

  #option({ item, tag, isFixed }: IdlType & { kind: 'option' }, scope: Scope, depth: number): ReadValue {
    if (this.#isPlain && tag !== 'zeros') throw new Misfit('plain data has no options')
    const none: ReadValue = { value: null }
    if (tag === 'zeros') {
      const from = this.#at
      const some = this.#inner(item, scope, depth)
      return this.bytes.subarray(from, this.#at).some((byte) => byte !== 0) ? some : none
    }
    const value = this.#integer(tag)
    if (value > 1n) throw this.#misfit('an option begins with 0 or 1', value)
    if (value === 0n && !isFixed) {
      this.#isFixed = false
      return none
    }
    this.#isFixed &&= isFixed === true
    const some = this.#inner(item, scope, depth)
    if (value === 0n) return none
    // Apart from none itself.
    const isNested = some.value === null || item.kind === 'option'
    return isNested ? { ...some, value: { some: some.value } } : some
  }

  #enum({ tag, variants, isScalar }: IdlType & { kind: 'enum' }, scope: Scope, depth: number): ReadValue {
    const value = this.#integer(tag)
    const variant = variants.get(value)
    if (!variant) throw this.#misfit('an enum has no such variant', value)
    if (this.#isPlain && !isScalar) throw new Misfit('plain data has no such enums')
    this.#isFixed &&= isScalar
    if (variant.fields.length === 0) return { value: variant.name }
    const isTuple = variant.fields.every((field, index) => field.name === String(index))
    const inner = this.#fields(variant.fields, scope, depth, isTuple)
    return { ...inner, value: membersOf([{ ...variant, value: inner.value }]), text: escapeInvisible(variant.name) }
  }

  #defined({ name, args }: IdlType & { kind: 'defined' }, scope: Scope, depth: number): ReadValue {
    const definition = this.idl.types.get(name)
    if (!definition) throw new Misfit(`type ${escapeInvisible(name)} is not in the IDL`)
    const inner = new Map(
      definition.parameters.flatMap((parameter, index): [string, Argument][] => {
        const type = args[index]
        return type === undefined ? [] : [[parameter, { type, scope }]]
      }),
    )
    return this.#inner(definition.type, inner, depth)
  }

  #count(count: Count, scope: Scope): number {
    if (count === 'rest') return this.left
    if (typeof count === 'number') return count
    if ('parameter' in count) {
      const type = scope.get(count.parameter)?.type
      if (typeof type !== 'number') throw new Misfit('a generic length is unknown')
      return type
    }
    if (this.#isPlain) throw new Misfit('plain data has no vectors')
    const length = this.#integer(count.prefix)
    this.#isFixed = false
    // Items may have no bytes.
    if (length > BigInt(this.budget.left)) throw this.#tooShort(length)
    return Number(length)
  }

  #integer({ bytes, signed, bigEndian }: IntegerType): bigint {
    const part = this.#take(bytes)
    let value = 0n
    for (let index = 0; index < bytes; index++) {
      value = (value << 8n) | BigInt(part[bigEndian ? index : bytes - 1 - index] ?? 0)
    }
    return signed ? BigInt.asIntN(bytes * 8, value) : value
  }

  #float({ bytes, bigEndian }: IdlType & { kind: 'float' }): ReadValue {
    const at = this.#at
    this.#take(bytes)
    const value = bytes === 4 ? this.#view.getFloat32(at, !bigEndian) : this.#view.getFloat64(at, !bigEndian)
    if (Number.isNaN(value)) throw new Misfit(`the number before byte ${this.#at} is not a number`)
    return { value: Object.is(value, -0) ? '-0' : String(value) }
  }

  #text(part: Uint8Array, count: Count): ReadValue {
    // Text of a fixed size is padded with zeros.
    const end = typeof count === 'number' ? part.findLastIndex((byte) => byte !== 0) + 1 : part.length
    try {
      return { value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part.subarray(0, end)) }
    } catch {
      throw new Misfit(`the text before byte ${this.#at} is no UTF-8`)
    }
  }

  #take(length: number): Uint8Array {
    if (length > this.left) throw this.#tooShort(length)
    this.#at += length
    return this.bytes.subarray(this.#at - length, this.#at)
  }

  #tooShort(wanted: number | bigint): Misfit {
    return new Misfit(`${wanted} more wanted at byte ${this.#at}, and ${this.left} bytes are left`)
  }

  #misfit(rule: string, found: bigint): Misfit {
    return new Misfit(`${rule}, found ${found} before byte ${this.#at}`)
  }
}

function numberFound(value: bigint, { isTime, decimals }: IntegerType): ReadValue {
  const time = isTime ? secondsText(value) : null
  const text = time ?? (decimals ? formatUnitsUngrouped(value, decimals) : null)
  return text === null ? { value } : { value, text }
}

/** Own members, whatever they are called. */
export function membersOf(fields: readonly Pick<DecodedField, 'name' | 'value'>[]): DecodedData['fields'] {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

function typeName(type: IdlType): string {
  switch (type.kind) {
    case 'integer':
      return type.isTime ? 'time' : `${type.signed ? 'i' : 'u'}${type.bytes * 8}`
    case 'float':
      return `f${type.bytes * 8}`
    case 'key':
      return 'pubkey'
    case 'list':
      return `list<${typeName(type.item)}>`
    case 'option':
      return `option<${typeName(type.item)}>`
    case 'defined':
    case 'parameter':
      return escapeInvisible(type.name)
    default:
      return type.kind
  }
}
