import type { Count, Idl, IdlType, NamedType, Node, TypeDefinition, Variant } from './idl'
import {
  addListed,
  enumOf,
  IdlError,
  integerNamed,
  listOf,
  mapOf,
  structOf,
  tupleOf,
  typeOr,
  U8,
  U32,
  Unsupported,
} from './idl'

/*
 * Anchor's IDL up to 0.29 (structs inside `accounts` and `events`, `publicKey`, `defined: "X"`) and from 0.30 on
 * (`metadata.spec`: structs in `types`, discriminators listed, generics, bytemuck, aliases).
 */

const VECTOR: Count = { prefix: U32 }
const MAX_GENERICS = 16

export function readAnchor(root: Node): Idl {
  const types = new Map<string, TypeDefinition>()
  const structs = new Map<string, TypeDefinition>()
  const listed = new Map<string, string[]>()
  for (const entry of root.list('types')) {
    const name = entry.string('name')
    if (name === undefined) continue
    if (types.has(name)) throw new IdlError('Two of its types have one name.')
    types.set(name, definitionOf(entry))
  }
  for (const entry of [...root.list('accounts'), ...root.list('events')]) {
    const name = entry.string('name')
    if (name === undefined) continue
    const definition = entry.member('type') || entry.member('fields') ? definitionOf(entry) : types.get(name)
    if (definition && !structs.has(name)) structs.set(name, definition)
    addListed(listed, entry.member('discriminator')?.bytes, name)
  }
  for (const [name, definition] of types) {
    if (definition.type.kind === 'struct' && !structs.has(name)) structs.set(name, definition)
  }
  const address = root.string('address') ?? root.member('metadata')?.string('address') ?? null
  return { form: 'Anchor', address, types, structs, listed }
}

function definitionOf(entry: Node): TypeDefinition {
  const names = entry.list('generics').flatMap((generic) => generic.string('name') ?? [])
  const parameters = names.slice(0, MAX_GENERICS)
  const serialization = entry.member('serialization')
  const type = typeOr(() => {
    if (names.length > MAX_GENERICS) throw new Unsupported('it has too many generics')
    const body = bodyOf(entry)
    if (!serialization || serialization.text === 'borsh') return body
    if (!/^bytemuck(unsafe)?$/.test(serialization.text ?? '')) throw new Unsupported('its serialization is not borsh')
    // Without gaps the sizes add up to the length of the data, which reading to the last byte checks.
    return body.kind === 'struct' ? { ...body, isPlain: true } : body
  })
  return { parameters, type }
}

function bodyOf(entry: Node): IdlType {
  // Events of the first form have their fields themselves.
  const body = entry.member('type') ?? entry
  const kind = body.string('kind')
  if (kind === 'struct' || entry.member('fields')) {
    const { fields, isTuple } = fieldsOf(body)
    return isTuple ? tupleOf(fields.map(({ type }) => type)) : structOf(fields)
  }
  if (kind === 'enum') return enumOf(U8, body.list('variants').map(variantOf))
  const alias = body.member('alias') ?? body.member('value')
  if ((kind === 'type' || kind === 'alias') && alias) return typeOf(alias)
  throw new Unsupported('its kind is unknown')
}

function variantOf(node: Node, index: number): Variant {
  return { name: node.name, tag: BigInt(index), fields: fieldsOf(node).fields }
}

/** Fields with names, or types alone. */
function fieldsOf(node: Node): { fields: NamedType[]; isTuple: boolean } {
  const nodes = node.list('fields')
  const isTuple =
    nodes.length > 0 && nodes.every((field) => field.member('name') === undefined || !field.member('type'))
  const fields = nodes.map((field, index) => ({
    name: isTuple ? String(index) : field.name,
    type: typeOr(() => typeOf(field.member('type') ?? field)),
  }))
  return { fields, isTuple }
}

function typeOf(node: Node): IdlType {
  if (node.text !== undefined) return wordType(node.text)
  const item = node.member('vec') ?? node.member('hashSet') ?? node.member('bTreeSet')
  if (item) return listOf(typeOf(item), VECTOR)
  const option = node.member('option')
  if (option) return { kind: 'option', item: typeOf(option), tag: U8 }
  const coption = node.member('coption')
  if (coption) return { kind: 'option', item: typeOf(coption), tag: U32, isFixed: true }
  const defined = node.member('defined')
  if (defined) return { kind: 'defined', name: defined.text ?? defined.name, args: argumentsOf(defined) }
  const generic = node.string('generic')
  if (generic !== undefined) return { kind: 'parameter', name: generic }
  const [of, length] = node.list('array')
  if (of && length) return listOf(typeOf(of), countOf(length))
  const [key, value] = [...node.list('hashMap'), ...node.list('bTreeMap')]
  if (key && value) return mapOf(typeOf(key), typeOf(value), VECTOR)
  const tuple = node.member('tuple')?.items
  if (tuple) return tupleOf(tuple.map(typeOf))
  throw new Unsupported('a type is unknown')
}

function wordType(word: string): IdlType {
  const integer = integerNamed(word)
  if (integer) return integer
  if (word === 'f32' || word === 'f64') return { kind: 'float', bytes: word === 'f32' ? 4 : 8 }
  if (word === 'bool') return { kind: 'bool', bytes: 1 }
  if (word === 'pubkey' || word === 'publicKey') return { kind: 'key' }
  if (word === 'string' || word === 'bytes') return { kind: word === 'string' ? 'text' : 'bytes', count: VECTOR }
  throw new Unsupported('a type is unknown')
}

function argumentsOf(defined: Node): (IdlType | number)[] {
  return defined.list('generics').map((generic) => {
    const type = generic.member('type')
    if (type) return typeOr(() => typeOf(type))
    const value = generic.string('value') ?? ''
    if (!/^\d{1,9}$/.test(value)) throw new Unsupported('a length is no number')
    return Number(value)
  })
}

function countOf(node: Node): Count {
  const count = node.string('generic') === undefined ? node.count : { parameter: node.string('generic') ?? '' }
  if (count === undefined) throw new Unsupported('a length is no number')
  return count
}
