import { keyBase58 } from '../../protocol/key-base58'
import type { ByteField } from './field'
import { extensionsIn, stateText, type TokenPart, tokenParts, u64Of } from './token-data'
import { tokenExtensions } from './token-extensions'

export interface TokenFields {
  fields: ByteField[]
  problem: string | null
}

export function tokenFields(bytes: Uint8Array): TokenFields {
  const { parts, problem } = tokenParts(bytes)
  const fields: ByteField[] = []
  for (const { name, offset, length } of parts) {
    const part = bytes.subarray(offset, offset + length)
    if (name !== 'tlv') fields.push({ name, offset, length, type: FIELDS[name].type, value: FIELDS[name].value(part) })
    else if (extensionsIn(part)) {
      const read = extensionFields(part, offset)
      return { fields: [...fields, ...read.fields], problem: read.problem }
    } else {
      const value = part[0] === 0 || part[0] === 1 ? 'none' : `none (tag ${part[0]} is unknown)`
      fields.push({ name: 'extensions', type: `bytes[${length}]`, offset, length, value })
    }
  }
  return { fields, problem }
}

function extensionFields(part: Uint8Array, offset: number): TokenFields {
  const { extensions, problem, read } = tokenExtensions(part.subarray(1), offset + 1)
  const fields: ByteField[] = []
  if (read > 0) {
    const count = new DataView(part.buffer, part.byteOffset).getUint32(1, true)
    fields.push({ name: 'extensions', type: 'option<vec>', offset, length: 5, value: String(count) })
  }
  for (const { kind, name, offset: at, fields: body } of extensions) {
    fields.push({ name: `extension ${kind}`, type: 'u8', offset: at, length: 1, value: name }, ...body)
  }
  const reached = read > 0 ? 1 + read : 0
  const left = part.length - reached
  if (left > 0) {
    const rest = { offset: offset + reached, length: left, value: null, problem: 'not read' }
    fields.push({ name: 'tlv', type: `bytes[${left}]`, ...rest })
  }
  return { fields, problem }
}

const FIELDS: Record<Exclude<TokenPart['name'], 'tlv'>, { type: string; value(part: Uint8Array): string }> = {
  mint: { type: 'pubkey', value: (part) => keyBase58(part) },
  owner: { type: 'pubkey', value: (part) => keyBase58(part) },
  amount: { type: 'u64', value: (part) => String(u64Of(part)) },
  delegate: {
    type: 'option<pubkey>',
    value: (part) => (part[0] === 0 ? 'none' : keyBase58(part.subarray(1))),
  },
  state: { type: 'u8', value: stateText },
}
