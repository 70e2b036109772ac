import {
  type Count,
  enumOf,
  type Idl,
  IdlError,
  type IdlType,
  integerNamed,
  listOf,
  mapOf,
  type NamedType,
  type Node,
  structOf,
  type TypeDefinition,
  tupleOf,
  typeOr,
  U8,
  U32,
  Unsupported,
  type Variant,
} from './idl'
import { addListed } from './listed'

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
    const inline = entry.member('type') !== undefined || entry.member('fields') !== undefined
    const definition = inline ? inlineDefinition(entry) : types.get(name)
    if (definition && !structs.has(name)) structs.set(name, definition)
    addListed(listed, entry.member('discriminator')?.bytes, name)
  }
  for (const [name, definition] of types) {
    if (definition.type.kind === 'struct' && !structs.has(name)) structs.set(name, definition)
  }
  const address = root.string('address') ?? root.member('metadata')?.string('address') ?? null
  return { form: 'Anchor', address, types, structs, listed }
}

/** Events of the first form have their fields themselves. */
function inlineDefinition(entry: Node): TypeDefinition {
  if (entry.member('type') !== undefined) return definitionOf(entry)
  return { parameters: [], type: typeOr(() => structOf(fieldsOf(entry.list('fields')).fields)) }
}

function definitionOf(entry: Node): TypeDefinition {
  const parameters = entry
    .list('generics')
    .flatMap((generic) => generic.string('name') ?? [])
    .slice(0, MAX_GENERICS + 1)
  const serialization = entry.member('serialization')
  const word = serialization?.text ?? (serialization ? 'custom' : 'borsh')
  const type = typeOr(() => {
    if (parameters.length > MAX_GENERICS) throw new Unsupported('it has too many generics')
    const body = bodyOf(entry)
    if (word === 'borsh') return body
    if (!/^bytemuck(unsafe)?$/.test(word)) throw new Unsupported('its serialization is not borsh')
    // Without gaps the sizes add up to the length of the data, which reading to the last byte checks.
    return body.kind === 'struct' ? { ...body, isPlain: true } : body
  })
  return { parameters, type }
}

function bodyOf(entry: Node): IdlType {
  const body = entry.member('type')
  const kind = body?.string('kind')
  if (!body) throw new Unsupported('it has no type')
  if (kind === 'struct') {
    const { fields, isTuple } = fieldsOf(body.list('fields'))
    return isTuple ? tupleOf(fields.map(({ type }) => type)) : structOf(fields)
  }
  if (kind === 'enum') return enumOf(U8, body.list('variants').map(variantOf))
  const alias = body.member('alias') ?? body.member('value')
  if ((kind === 'type' || kind === 'alias') && alias) return typeOf(alias)
  throw new Unsupported('its kind is unknown')
}

function variantOf(node: Node, index: number): Variant {
  return { name: node.name, tag: BigInt(index), fields: fieldsOf(node.list('fields')).fields }
}

/** Fields with names, or types alone. */
function fieldsOf(nodes: readonly Node[]): { fields: NamedType[]; isTuple: boolean } {
  const isTuple = nodes.length > 0 && nodes.every((node) => node.member('name') === undefined || !node.member('type'))
  const fields = nodes.map((node, index) => {
    if (isTuple) return { name: String(index), type: typeOr(() => typeOf(node.member('type') ?? node)) }
    const type = node.member('type')
    return { name: node.name, type: type ? typeOr(() => typeOf(type)) : missing }
  })
  return { fields, isTuple }
}

const missing: IdlType = { kind: 'unsupported', reason: 'a field has no type' }

function typeOf(node: Node): IdlType {
  const word = node.text
  if (word !== undefined) return wordType(word)
  const vec = node.member('vec')
  if (vec) return listOf(typeOf(vec), VECTOR)
  const option = node.member('option')
  if (option) return { kind: 'option', item: typeOf(option), tag: U8 }
  const coption = node.member('coption')
  if (coption) return { kind: 'option', item: typeOf(coption), tag: U32, isFixed: true }
  const defined = node.member('defined')
  if (defined) return definedType(defined)
  const generic = node.string('generic')
  if (generic !== undefined) return { kind: 'parameter', name: generic }
  const [item, length] = node.list('array')
  if (item && length) return listOf(typeOf(item), countOf(length))
  const set = node.member('hashSet') ?? node.member('bTreeSet')
  if (set) return listOf(typeOf(set), VECTOR)
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
  if (word === 'string') return { kind: 'text', count: VECTOR }
  if (word === 'bytes') return { kind: 'bytes', count: VECTOR }
  throw new Unsupported('a type is unknown')
}

function definedType(node: Node): IdlType {
  const args = node.list('generics').map((generic) => {
    const type = generic.member('type')
    if (type) return typeOr(() => typeOf(type))
    const value = generic.string('value') ?? ''
    if (!/^\d{1,9}$/.test(value)) throw new Unsupported('a length is no number')
    return Number(value)
  })
  return { kind: 'defined', name: node.text ?? node.name, args }
}

function countOf(node: Node): Count {
  const parameter = node.string('generic')
  if (parameter !== undefined) return { parameter }
  if (node.count === undefined) throw new Unsupported('a length is no number')
  return node.count
}
