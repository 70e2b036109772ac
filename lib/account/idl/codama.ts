import { base64Bytes } from '../../format/base64'
import { decodeBase58 } from '../../protocol/base58'
import type { Count, Idl, IdlType, IntegerType, NamedType, Node, TypeDefinition, Variant } from './idl'
import { addListed, enumOf, integerNamed, listOf, mapOf, structOf, tupleOf, typeOr, U8, U32, Unsupported } from './idl'

/* Codama's tree of nodes (specification 1), camelCase names. https://github.com/codama-idl/codama */

export function readCodama(root: Node): Idl {
  const types = new Map<string, TypeDefinition>()
  const structs = new Map<string, TypeDefinition>()
  const listed = new Map<string, string[]>()
  const program = root.member('program')
  for (const account of program?.list('accounts') ?? []) {
    const [name, data] = [account.string('name'), account.member('data')]
    if (name === undefined || data === undefined) continue
    const found = discriminatorsOf(account, data)
    for (const bytes of found.bytes) addListed(listed, bytes, name)
    structs.set(name, { parameters: [], type: typeOr(() => typeOf(data, found.isFirstField)) })
  }
  for (const node of program?.list('definedTypes') ?? []) {
    const [name, type] = [node.string('name'), node.member('type')]
    if (name === undefined || type === undefined) continue
    const definition = { parameters: [], type: typeOr(() => typeOf(type)) }
    types.set(name, definition)
    if (definition.type.kind === 'struct' && !structs.has(name)) structs.set(name, definition)
  }
  return { form: 'Codama', address: program?.string('publicKey') || null, types, structs, listed }
}

/** isFirstField: the struct begins with the discriminator, which indexers answer apart. */
function discriminatorsOf(account: Node, data: Node): { bytes: Uint8Array[]; isFirstField: boolean } {
  const [first] = data.list('fields')
  const found: Uint8Array[] = []
  let isFirstField = false
  for (const node of account.list('discriminators')) {
    if ((node.member('offset')?.count ?? 0) !== 0) continue
    const isField = node.string('kind') === 'fieldDiscriminatorNode' && node.string('name') === first?.string('name')
    const constant = isField ? first : node.member('constant')
    const [type, value] = [constant?.member('type'), constant?.member(isField ? 'defaultValue' : 'value')]
    const bytes = type && value && valueBytes(type, value)
    if (!bytes) continue
    found.push(bytes)
    isFirstField ||= isField
  }
  return { bytes: found, isFirstField }
}

function valueBytes(type: Node, value: Node): Uint8Array | undefined {
  const [kind, encoding] = [value.string('kind'), value.string('encoding')]
  if (kind === 'numberValueNode') {
    const number = value.member('number')?.count
    const integer = typeOr(() => integerOf(type))
    if (number === undefined || integer.kind !== 'integer' || integer.bytes > 8) return undefined
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, BigInt(number), true)
    const part = bytes.subarray(0, integer.bytes)
    return integer.bigEndian ? part.reverse() : part
  }
  const text = value.string(kind === 'stringValueNode' ? 'string' : 'data') ?? ''
  if (kind === 'stringValueNode' || encoding === 'utf8') return new TextEncoder().encode(text)
  if (kind !== 'bytesValueNode' || text.length > 64) return undefined
  if (encoding === 'base58') return decodeBase58(text)
  if (encoding === 'base64') return base64Bytes(text) ?? undefined
  if (!/^([0-9a-f]{2})*$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function inner(node: Node, name: string): Node {
  const found = node.member(name)
  if (found === undefined) throw new Unsupported(`its ${name} is missing`)
  return found
}

function typeOf(node: Node, withoutFirst = false): IdlType {
  const [kind, size, prefix] = [node.string('kind'), node.member('size'), node.member('prefix')]
  switch (kind) {
    case 'structTypeNode': {
      const fields = node.list('fields').slice(withoutFirst ? 1 : 0)
      return structOf(fields.map(fieldOf))
    }
    case 'tupleTypeNode':
      return tupleOf(node.list('items').map((item) => typeOf(item)))
    case 'enumTypeNode':
      return enumOf(size ? integerOf(size) : U8, node.list('variants').map(variantOf))
    case 'definedTypeLinkNode':
      if (node.member('program')) throw new Unsupported('a type is of another program')
      return { kind: 'defined', name: node.name, args: [] }
    case 'booleanTypeNode':
      return { kind: 'bool', bytes: size ? integerOf(size).bytes : 1 }
    case 'publicKeyTypeNode':
      return { kind: 'key' }
    case 'stringTypeNode':
      return { kind: (node.string('encoding') ?? 'utf8') === 'utf8' ? 'text' : 'bytes', count: 'rest' }
    case 'bytesTypeNode':
      return { kind: 'bytes', count: 'rest' }
    case 'fixedSizeTypeNode':
    case 'sizePrefixTypeNode': {
      const count = kind === 'fixedSizeTypeNode' ? size?.count : { prefix: integerOf(inner(node, 'prefix')) }
      const item = typeOf(inner(node, 'type'))
      if (count === undefined || (item.kind !== 'text' && item.kind !== 'bytes'))
        throw new Unsupported('a size is of no text or bytes')
      return { ...item, count }
    }
    case 'arrayTypeNode':
    case 'setTypeNode':
      return listOf(typeOf(inner(node, 'item')), countOf(inner(node, 'count')))
    case 'mapTypeNode':
      return mapOf(typeOf(inner(node, 'key')), typeOf(inner(node, 'value')), countOf(inner(node, 'count')))
    case 'optionTypeNode': {
      const isFixed = node.member('fixed')?.raw === true
      return { kind: 'option', item: typeOf(inner(node, 'item')), tag: prefix ? integerOf(prefix) : U8, isFixed }
    }
    case 'zeroableOptionTypeNode':
      if (node.member('zeroValue')) throw new Unsupported('none has a value of its own')
      return { kind: 'option', item: typeOf(inner(node, 'item')), tag: 'zeros' }
    default:
      return numberOf(node)
  }
}

function numberOf(node: Node): IntegerType | (IdlType & { kind: 'float' }) {
  const kind = node.string('kind')
  if (kind === 'numberTypeNode') {
    const format = node.string('format') ?? ''
    const number = /^f(32|64)$/.test(format)
      ? { kind: 'float' as const, bytes: format === 'f32' ? (4 as const) : (8 as const) }
      : integerNamed(format)
    if (number) return node.string('endian') === 'be' ? { ...number, bigEndian: true } : number
  }
  if (kind === 'dateTimeTypeNode') return { ...integerOf(inner(node, 'number')), isTime: true }
  if (kind === 'solAmountTypeNode') return { ...integerOf(inner(node, 'number')), decimals: 9 }
  if (kind === 'amountTypeNode')
    return { ...integerOf(inner(node, 'number')), decimals: Math.min(255, node.member('decimals')?.count ?? 0) }
  throw new Unsupported('a type is unknown')
}

function integerOf(node: Node): IntegerType {
  const number = numberOf(node)
  if (number.kind !== 'integer') throw new Unsupported('a float is no count')
  return number
}

function countOf(node: Node): Count {
  const kind = node.string('kind')
  if (kind === 'remainderCountNode') return 'rest'
  const prefix = node.member('prefix')
  if (kind === 'prefixedCountNode') return { prefix: prefix ? integerOf(prefix) : U32 }
  const count = node.member('value')?.count
  if (count === undefined) throw new Unsupported('a length is no number')
  return count
}

function fieldOf(node: Node): NamedType {
  return { name: node.name, type: typeOr(() => typeOf(inner(node, 'type'))) }
}

function variantOf(node: Node, index: number): Variant {
  const fields = node.member('struct')?.list('fields').map(fieldOf) ?? []
  const items = node.member('tuple')?.list('items') ?? []
  const tuple = items.map((item, at) => ({ name: String(at), type: typeOr(() => typeOf(item)) }))
  return { name: node.name, tag: BigInt(node.member('discriminator')?.count ?? index), fields: [...fields, ...tuple] }
}
