import type { DecodedValue } from '../../api/idl'
import { decodeBase58 } from '../../protocol/base58'

/*
 * What a test says about a struct: written as IDLs of three forms, and, apart from the reader, as borsh bytes of a value.
 */

const INTEGERS = ['u8', 'u16', 'u32', 'u64', 'u128', 'i8', 'i16', 'i32', 'i64', 'i128'] as const
type Integer = (typeof INTEGERS)[number]

export type Shape =
  | Integer
  | 'f32'
  | 'f64'
  | 'bool'
  | 'key'
  | 'text'
  | 'bytes'
  | { vec: Shape }
  | { array: Shape; length: number }
  | { option: Shape }
  | { coption: Shape }
  | { map: Shape }
  | { named: string }

export interface Definition {
  name: string
  /** A struct's fields, or an enum's variants with theirs. */
  fields?: Fields
  variants?: { name: string; fields: Fields }[]
}
type Fields = { name: string; shape: Shape }[]

/** Asks for one of several, or for a number: fast-check's, or a fixed answer. */
export type Pick = (below: number) => number

const LEAVES: Shape[] = [...INTEGERS, 'f32', 'f64', 'bool', 'key', 'text', 'bytes']

/** The last one is the account's struct; each may name those before it. */
export function randomDefinitions(pick: Pick): Definition[] {
  const definitions: Definition[] = []
  const count = 1 + pick(4)
  for (let index = 0; index < count; index++) {
    const names = definitions.map(({ name }) => name)
    const fields = (): Fields =>
      Array.from({ length: pick(5) }, (_, at) => ({ name: `f${at}`, shape: shapeOf(pick, names, 3) }))
    const name = `${['Thing', 'State', 'Kind', 'Order'][index]}`
    const variants = () =>
      Array.from({ length: 1 + pick(4) }, (_, at) => ({ name: `V${at}`, fields: pick(2) ? fields() : [] }))
    definitions.push(index < count - 1 && pick(3) === 0 ? { name, variants: variants() } : { name, fields: fields() })
  }
  return definitions
}

function shapeOf(pick: Pick, names: readonly string[], depth: number): Shape {
  const inner = () => shapeOf(pick, names, depth - 1)
  if (depth > 0 && names.length > 0 && pick(4) === 0) return { named: names[pick(names.length)] ?? '' }
  switch (depth > 0 ? pick(10) : 9) {
    case 0:
      return { vec: inner() }
    case 1:
      return { array: inner(), length: pick(4) }
    case 2:
      return { option: inner() }
    case 3:
      return { map: inner() }
    case 4:
      return { coption: LEAVES[pick(14)] as Shape }
    default:
      return LEAVES[pick(LEAVES.length)] as Shape
  }
}

/** A value as the reader answers it. */
export function randomValue(shape: Shape, definitions: readonly Definition[], pick: Pick): DecodedValue {
  const of = (inner: Shape) => randomValue(inner, definitions, pick)
  const several = (inner: Shape) => Array.from({ length: pick(4) }, () => of(inner))
  if (typeof shape === 'string') return randomLeaf(shape, pick)
  if ('vec' in shape) return isByte(shape.vec) ? randomHex(pick, pick(5)) : several(shape.vec)
  if ('array' in shape) {
    const { array, length } = shape
    return isByte(array) ? randomHex(pick, length) : Array.from({ length }, () => of(array))
  }
  if ('map' in shape) return several(shape.map).map((value) => ({ key: randomLeaf('text', pick), value }))
  if ('named' in shape) {
    const { fields, variants = [] } = definitionOf(shape.named, definitions)
    if (fields) return members(fields, of)
    const variant = variants[pick(variants.length)]
    if (!variant) throw new Error('an enum without variants')
    return variant.fields.length === 0 ? variant.name : { [variant.name]: members(variant.fields, of) }
  }
  const some = 'option' in shape ? shape.option : shape.coption
  if (pick(3) === 0) return null
  const value = of(some)
  return isOption(some) ? { some: value } : value
}

function isOption(shape: Shape): boolean {
  return typeof shape === 'object' && ('option' in shape || 'coption' in shape)
}

function members(fields: Fields, of: (shape: Shape) => DecodedValue): DecodedValue {
  return Object.fromEntries(fields.map(({ name, shape }) => [name, of(shape)]))
}

function definitionOf(name: string, definitions: readonly Definition[]): Definition {
  const found = definitions.find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

const isByte = (shape: Shape) => shape === 'u8'

const TEXTS = ['', 'a', 'naïve', '𝄞 \u202e', '<script>', '0', '\ufeffx']
const KEYS = [
  '1'.repeat(32),
  'So11111111111111111111111111111111111111112',
  'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG',
]
const FLOATS = ['0', '-0', '0.5', '-1.25', '1e+30', 'Infinity', '-Infinity']

function randomHex(pick: Pick, length: number): string {
  return Array.from({ length }, () => pick(256).toString(16).padStart(2, '0')).join('')
}

function randomLeaf(shape: Exclude<Shape, object>, pick: Pick): DecodedValue {
  if (shape === 'bool') return pick(2) === 1
  if (shape === 'key') return KEYS[pick(KEYS.length)] ?? ''
  if (shape === 'text') return TEXTS[pick(TEXTS.length)] ?? ''
  if (shape === 'bytes') return randomHex(pick, pick(5))
  if (shape === 'f32' || shape === 'f64') {
    const text = FLOATS[pick(FLOATS.length)] ?? '0'
    return shape === 'f32' ? String(Object.is(Number(text), -0) ? text : Math.fround(Number(text))) : text
  }
  const bits = Number(shape.slice(1))
  const value = BigInt(`0x${randomHex(pick, bits / 8)}`)
  return shape.startsWith('i') ? BigInt.asIntN(bits, value) : value
}

/** Borsh, written apart from the reader. */
export function borsh(shape: Shape, value: DecodedValue, definitions: readonly Definition[]): number[] {
  const of = (inner: Shape, item: DecodedValue) => borsh(inner, item, definitions)
  if (typeof shape === 'string') return leaf(shape, value)
  if ('vec' in shape && isByte(shape.vec)) return leaf('bytes', value)
  if ('vec' in shape) return [...u32(itemsOf(value).length), ...itemsOf(value).flatMap((item) => of(shape.vec, item))]
  if ('array' in shape && isByte(shape.array)) return unhex(value)
  if ('array' in shape) return itemsOf(value).flatMap((item) => of(shape.array, item))
  if ('map' in shape) {
    const entries = itemsOf(value).flatMap((entry) => [
      ...leaf('text', memberOf(entry, 'key')),
      ...of(shape.map, memberOf(entry, 'value')),
    ])
    return [...u32(itemsOf(value).length), ...entries]
  }
  if ('named' in shape) {
    const { fields, variants = [] } = definitionOf(shape.named, definitions)
    const all = (list: Fields, from: DecodedValue) =>
      list.flatMap((field) => of(field.shape, memberOf(from, field.name)))
    if (fields) return all(fields, value)
    const name = typeof value === 'string' ? value : (Object.keys(value as object)[0] ?? '')
    const tag = variants.findIndex((variant) => variant.name === name)
    return [tag, ...(typeof value === 'string' ? [] : all(variants[tag]?.fields ?? [], memberOf(value, name)))]
  }
  const inner = 'option' in shape ? shape.option : shape.coption
  const some = value !== null && isOption(inner) ? memberOf(value, 'some') : value
  if ('option' in shape) return value === null ? [0] : [1, ...of(shape.option, some)]
  const size = of(shape.coption, zeroOf(shape.coption)).length
  return value === null ? Array<number>(4 + size).fill(0) : [1, 0, 0, 0, ...of(shape.coption, some)]
}

function zeroOf(shape: Shape): DecodedValue {
  return shape === 'bool' ? false : shape === 'key' ? '1'.repeat(32) : shape === 'f32' || shape === 'f64' ? '0' : 0n
}

function itemsOf(value: DecodedValue): DecodedValue[] {
  if (!Array.isArray(value)) throw new Error('no list')
  return value
}

function memberOf(value: DecodedValue, name: string): DecodedValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no members')
  return value[name] ?? null
}

function u32(value: number): number[] {
  return integer(BigInt(value), 4)
}

function integer(value: bigint, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
}

function unhex(value: DecodedValue): number[] {
  return (String(value).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

function leaf(shape: Exclude<Shape, object>, value: DecodedValue): number[] {
  if (shape === 'bool') return [value ? 1 : 0]
  if (shape === 'key') return [...decodeBase58(String(value))]
  if (shape === 'bytes') return [...u32(unhex(value).length), ...unhex(value)]
  if (shape === 'text') {
    const utf8 = [...Buffer.from(String(value))]
    return [...u32(utf8.length), ...utf8]
  }
  if (shape === 'f32') return [...Buffer.from(Float32Array.of(Number(value)).buffer)]
  if (shape === 'f64') return [...Buffer.from(Float64Array.of(Number(value)).buffer)]
  return integer(value as bigint, Number(shape.slice(1)) / 8)
}

/* The same as IDLs. */

export const FORMS = ['Anchor 0.29', 'Anchor 0.30', 'Codama'] as const
export type Form = (typeof FORMS)[number]

/** @param discriminator of the last definition, listed where the form lists it; null: not listed */
export function idlOf(form: Form, definitions: readonly Definition[], discriminator: number[] | null = null): object {
  const last = definitions.at(-1)
  if (form === 'Codama') {
    const definedTypes = definitions.map(({ name, ...rest }) => ({
      kind: 'definedTypeNode',
      name: camel(name),
      type: codamaBody(rest),
    }))
    const data = last && codamaBody(last)
    const accounts =
      last && discriminator ? [codamaAccount(last.name, data as { fields: object[] }, discriminator)] : []
    return {
      kind: 'rootNode',
      standard: 'codama',
      program: { kind: 'programNode', name: 'made', publicKey: '', accounts, definedTypes },
    }
  }
  const isOld = form === 'Anchor 0.29'
  const types = definitions.map(({ name, ...rest }) => ({ name, type: anchorBody(rest, isOld) }))
  const accounts = discriminator && last ? [{ name: last.name, discriminator }] : []
  if (!isOld)
    return {
      address: '',
      metadata: { name: 'made', version: '0.1.0', spec: '0.1.0' },
      instructions: [],
      accounts,
      types,
    }
  return { version: '0.1.0', name: 'made', instructions: [], accounts: types.slice(-1), types: types.slice(0, -1) }
}

function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function anchorBody({ fields, variants = [] }: Omit<Definition, 'name'>, isOld: boolean): object {
  const named = (list: Fields) => list.map(({ name, shape }) => ({ name, type: anchorType(shape, isOld) }))
  if (fields) return { kind: 'struct', fields: named(fields) }
  return { kind: 'enum', variants: variants.map((variant) => ({ name: variant.name, fields: named(variant.fields) })) }
}

function anchorType(shape: Shape, isOld: boolean): unknown {
  const of = (inner: Shape) => anchorType(inner, isOld)
  if (shape === 'key') return isOld ? 'publicKey' : 'pubkey'
  if (shape === 'text') return 'string'
  if (typeof shape === 'string') return shape
  if ('vec' in shape) return { vec: of(shape.vec) }
  if ('array' in shape) return { array: [of(shape.array), shape.length] }
  if ('option' in shape) return { option: of(shape.option) }
  if ('coption' in shape) return { coption: of(shape.coption) }
  if ('map' in shape) return { hashMap: ['string', of(shape.map)] }
  return { defined: isOld ? shape.named : { name: shape.named } }
}

const number = (format: string) => ({ kind: 'numberTypeNode', format, endian: 'le' })
const counted = { kind: 'prefixedCountNode', prefix: number('u32') }

function codamaBody({ fields, variants = [] }: Omit<Definition, 'name'>): object {
  const struct = (list: Fields) => ({
    kind: 'structTypeNode',
    fields: list.map(({ name, shape }) => ({ kind: 'structFieldTypeNode', name, type: codamaType(shape) })),
  })
  if (fields) return struct(fields)
  return {
    kind: 'enumTypeNode',
    size: number('u8'),
    variants: variants.map((variant) =>
      variant.fields.length === 0
        ? { kind: 'enumEmptyVariantTypeNode', name: variant.name }
        : { kind: 'enumStructVariantTypeNode', name: variant.name, struct: struct(variant.fields) },
    ),
  }
}

function codamaAccount(name: string, data: { fields: object[] }, discriminator: number[]): object {
  const type = { kind: 'fixedSizeTypeNode', size: discriminator.length, type: { kind: 'bytesTypeNode' } }
  const defaultValue = { kind: 'bytesValueNode', data: Buffer.from(discriminator).toString('hex'), encoding: 'base16' }
  const field = {
    kind: 'structFieldTypeNode',
    name: 'discriminator',
    type,
    defaultValue,
    defaultValueStrategy: 'omitted',
  }
  const discriminators = [{ kind: 'fieldDiscriminatorNode', name: 'discriminator', offset: 0 }]
  return { kind: 'accountNode', name: camel(name), data: { ...data, fields: [field, ...data.fields] }, discriminators }
}

function codamaType(shape: Shape): object {
  if (shape === 'bool') return { kind: 'booleanTypeNode', size: number('u8') }
  if (shape === 'key') return { kind: 'publicKeyTypeNode' }
  if (shape === 'text' || shape === 'bytes') {
    const type = shape === 'text' ? { kind: 'stringTypeNode', encoding: 'utf8' } : { kind: 'bytesTypeNode' }
    return { kind: 'sizePrefixTypeNode', type, prefix: number('u32') }
  }
  if (typeof shape === 'string') return number(shape)
  if ('vec' in shape) return { kind: 'arrayTypeNode', item: codamaType(shape.vec), count: counted }
  if ('array' in shape) {
    return {
      kind: 'arrayTypeNode',
      item: codamaType(shape.array),
      count: { kind: 'fixedCountNode', value: shape.length },
    }
  }
  if ('map' in shape)
    return { kind: 'mapTypeNode', key: codamaType('text'), value: codamaType(shape.map), count: counted }
  if ('named' in shape) return { kind: 'definedTypeLinkNode', name: camel(shape.named) }
  const isFixed = 'coption' in shape
  const item = codamaType(isFixed ? shape.coption : shape.option)
  return { kind: 'optionTypeNode', item, prefix: number(isFixed ? 'u32' : 'u8'), fixed: isFixed }
}
