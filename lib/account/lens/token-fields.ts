import type { ByteField } from './field'
import { extensionBytes, tokenHeadFields } from './token-data'
import { parseTokenExtensions } from './token-extensions'

export interface TokenFields {
  fields: ByteField[]
  problem: string | null
}

export function tokenFields(bytes: Uint8Array): TokenFields {
  const { fields, end, problem } = tokenHeadFields(bytes)
  const rest = bytes.subarray(end)
  if (problem !== null || rest.length === 0) return { fields, problem }
  if (extensionBytes(rest)) {
    const read = extensionFields(rest, end)
    return { fields: [...fields, ...read.fields], problem: read.problem }
  }
  const value = (rest[0] ?? 0) <= 1 ? 'none' : `none (tag ${rest[0]} is unknown)`
  const field = { name: 'extensions', type: `bytes[${rest.length}]`, offset: end, length: rest.length, value }
  return { fields: [...fields, field], problem }
}

function extensionFields(part: Uint8Array, offset: number): TokenFields {
  const { extensions, problem, read } = parseTokenExtensions(part.subarray(1), offset + 1)
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
