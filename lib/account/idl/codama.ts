import { base64Bytes } from '../../format/base64'
import { decodeBase58 } from '../../protocol/base58'
import {
  type Count,
  enumOf,
  type Idl,
  type IdlType,
  type IntegerType,
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

/* Codama's tree of nodes (specification 1), camelCase names. https://github.com/codama-idl/codama */

export function readCodama(root: Node): Idl {
  const types = new Map<string, TypeDefinition>()
  const structs = new Map<string, TypeDefinition>()
  const listed = new Map<string, string[]>()
  const program = root.member('program')
  for (const account of program?.list('accounts') ?? []) {
    const name = account.string('name')
    const data = account.member('data')
    if (name === undefined || data === undefined) continue
    const found = discriminatorsOf(account, data)
    for (const bytes of found.bytes) addListed(listed, bytes, name)
    structs.set(name, plain(typeOr(() => typeOf(data, found.isFirstField))))
  }
  for (const owner of [program, ...root.list('additionalPrograms')]) {
    for (const node of owner?.list('definedTypes') ?? []) {
      const [name, type] = [node.string('name'), node.member('type')]
      if (name === undefined || type === undefined) continue
      const definition = plain(typeOr(() => typeOf(type)))
      types.set(owner === program ? name : linkName(owner?.string('name'), name), definition)
      if (owner === program && definition.type.kind === 'struct' && !structs.has(name)) structs.set(name, definition)
    }
  }
  return { form: 'Codama', address: program?.string('publicKey') || null, types, structs, listed }
}

function plain(type: IdlType): TypeDefinition {
  return { parameters: [], type }
}

function linkName(program: string | undefined, name: string): string {
  return `${program ?? ''}:${name}`
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
  const kind = value.string('kind')
  if (kind === 'numberValueNode') {
    const number = value.member('number')?.count
    const integer = typeOr(() => integerOf(type))
    if (number === undefined || integer.kind !== 'integer' || integer.isCompact || integer.bytes > 8) return undefined
    const bytes = new Uint8Array(integer.bytes)
    for (let at = 0, rest = number; at < bytes.length; at++, rest = Math.floor(rest / 256)) {
      bytes[integer.bigEndian ? bytes.length - 1 - at : at] = rest % 256
    }
    return bytes
  }
  const text = value.string(kind === 'stringValueNode' ? 'string' : 'data') ?? ''
  if (kind === 'stringValueNode' || value.string('encoding') === 'utf8') return new TextEncoder().encode(text)
  if (kind !== 'bytesValueNode' || text.length > 64) return undefined
  if (value.string('encoding') === 'base58') return decodeBase58(text)
  if (value.string('encoding') === 'base64') return base64Bytes(text) ?? undefined
  if (!/^([0-9a-f]{2})*$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function typeOf(node: Node, withoutFirst = false): IdlType {
  const inner = (name: string) => {
    const found = node.member(name)
    if (found === undefined) throw new Unsupported(`its ${name} is missing`)
    return found
  }
  const kind = node.string('kind') ?? ''
  switch (kind) {
    case 'structTypeNode':
      return structOf(
        node
          .list('fields')
          .slice(withoutFirst ? 1 : 0)
          .map(fieldOf),
      )
    case 'tupleTypeNode':
      return tupleOf(node.list('items').map((item) => typeOf(item)))
    case 'enumTypeNode': {
      const size = node.member('size')
      return enumOf(size ? integerOf(size) : U8, node.list('variants').map(variantOf))
    }
    case 'definedTypeLinkNode': {
      const program = node.member('program')
      return { kind: 'defined', name: program ? linkName(program.string('name'), node.name) : node.name, args: [] }
    }
    case 'booleanTypeNode': {
      const size = node.member('size')
      return { kind: 'bool', bytes: size ? integerOf(size).bytes : 1 }
    }
    case 'publicKeyTypeNode':
      return { kind: 'key' }
    case 'stringTypeNode':
      return { kind: (node.string('encoding') ?? 'utf8') === 'utf8' ? 'text' : 'bytes', count: 'rest' }
    case 'bytesTypeNode':
      return { kind: 'bytes', count: 'rest' }
    case 'fixedSizeTypeNode':
    case 'sizePrefixTypeNode': {
      const count = kind === 'fixedSizeTypeNode' ? inner('size').count : { prefix: integerOf(inner('prefix')) }
      if (count === undefined) throw new Unsupported('a length is no number')
      const item = typeOf(inner('type'))
      return item.kind === 'text' || item.kind === 'bytes' ? { ...item, count } : { kind: 'sized', item, count }
    }
    case 'arrayTypeNode':
    case 'setTypeNode':
      return listOf(typeOf(inner('item')), countOf(inner('count')))
    case 'mapTypeNode':
      return mapOf(typeOf(inner('key')), typeOf(inner('value')), countOf(inner('count')))
    case 'optionTypeNode': {
      const prefix = node.member('prefix')
      const tag = prefix ? integerOf(prefix) : U8
      return { kind: 'option', item: typeOf(inner('item')), tag, isFixed: node.member('fixed')?.raw === true }
    }
    case 'zeroableOptionTypeNode':
      if (node.member('zeroValue')) throw new Unsupported('none has a value of its own')
      return { kind: 'option', item: typeOf(inner('item')), tag: 'zeros' }
    case 'remainderOptionTypeNode':
      return { kind: 'option', item: typeOf(inner('item')), tag: 'end' }
    case 'hiddenPrefixTypeNode': {
      const parts = node.list('prefix').map((part) => {
        const [type, value] = [part.member('type'), part.member('value')]
        return type && value && valueBytes(type, value)
      })
      if (parts.some((part) => part === undefined)) throw new Unsupported('a constant is unknown')
      const prefix = Uint8Array.from(parts.flatMap((part) => [...(part ?? [])]))
      return { kind: 'prefixed', prefix, item: typeOf(inner('type')) }
    }
    case 'numberTypeNode':
      return /^f(32|64)$/.test(node.string('format') ?? '') ? floatOf(node) : integerOf(node)
    case 'amountTypeNode':
    case 'solAmountTypeNode':
    case 'dateTimeTypeNode':
      return integerOf(node)
    default:
      throw new Unsupported(`${kind.slice(0, 40) || 'a type'} is unknown`)
  }
}

function floatOf(node: Node): IdlType {
  return { kind: 'float', bytes: node.string('format') === 'f32' ? 4 : 8, ...endOf(node) }
}

function endOf(node: Node): { bigEndian?: true } {
  return node.string('endian') === 'be' ? { bigEndian: true } : {}
}

function integerOf(node: Node): IntegerType {
  const kind = node.string('kind')
  if (kind === 'numberTypeNode') {
    const format = node.string('format') ?? ''
    if (format === 'shortU16') return { kind: 'integer', bytes: 2, signed: false, isCompact: true }
    const integer = integerNamed(format)
    if (integer) return { ...integer, ...endOf(node) }
  }
  const number = node.member('number')
  if (!number) throw new Unsupported('a number is unknown')
  const integer = integerOf(number)
  if (kind === 'dateTimeTypeNode') return { ...integer, isTime: true }
  if (kind === 'solAmountTypeNode') return { ...integer, decimals: 9 }
  if (kind === 'amountTypeNode') return { ...integer, decimals: Math.min(255, node.member('decimals')?.count ?? 0) }
  throw new Unsupported('a number is unknown')
}

function countOf(node: Node): Count {
  switch (node.string('kind')) {
    case 'remainderCountNode':
      return 'rest'
    case 'prefixedCountNode': {
      const prefix = node.member('prefix')
      return { prefix: prefix ? integerOf(prefix) : U32 }
    }
    default: {
      const count = node.member('value')?.count
      if (count === undefined) throw new Unsupported('a length is no number')
      return count
    }
  }
}

function fieldOf(node: Node): NamedType {
  const type = node.member('type')
  return { name: node.name, type: typeOr(() => (type ? typeOf(type) : missing())) }
}

function missing(): never {
  throw new Unsupported('a field has no type')
}

function variantOf(node: Node, index: number): Variant {
  const tag = BigInt(node.member('discriminator')?.count ?? index)
  const fields = node.member('struct')?.list('fields').map(fieldOf) ?? []
  const items = node.member('tuple')?.list('items') ?? []
  const tuple = items.map((item, at) => ({ name: String(at), type: typeOr(() => typeOf(item)) }))
  return { name: node.name, tag, fields: [...fields, ...tuple] }
}
