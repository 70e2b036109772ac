import { isTokenProgram } from '../urls/links'
import { boundedBase58 } from './base58'
import type { ByteField } from './field'
import { tokenExtensions } from './token-extensions'

/** Layouts of token data; all three have the same bytes, another hash and another order of the discriminator. */
export type TokenLayout = 'v1' | 'v2' | 'v3'

/** Discriminators as the indexer answers them. facts/light-events.md 9. */
const LAYOUTS = new Map<bigint, TokenLayout>([
  [2n, 'v1'],
  [216172782113783808n, 'v2'],
  [288230376151711744n, 'v3'],
])

/** Which token layout an account has; null where it is no token account. The program owns mints and others too. */
export function tokenLayoutOf(owner: string, discriminator: bigint): TokenLayout | null {
  return isTokenProgram(owner) ? (LAYOUTS.get(BigInt(discriminator)) ?? null) : null
}

/** One part of token data and where it stands, in bytes from the start of the data. */
export interface TokenPart {
  name: 'mint' | 'owner' | 'amount' | 'delegate' | 'state' | 'tlv'
  offset: number
  length: number
}

/**
 * Where the parts of token data stand: mint 32, owner 32, amount u64, delegate 1 or 33, state 1, tlv the rest. Offsets move
 * with the delegate, which takes 1 byte when absent. Whole parts up to where the bytes stop making sense, and why they stop.
 * facts/light-events.md 9.
 */
export function tokenParts(bytes: Uint8Array): { parts: TokenPart[]; problem: string | null } {
  const parts: TokenPart[] = []
  let at = 0
  /** Takes the next bytes as a part; false where the data ends before. */
  const take = (name: TokenPart['name'], length: number): boolean => {
    if (bytes.length - at < length) return false
    parts.push({ name, offset: at, length })
    at += length
    return true
  }
  const stop = (problem: string) => ({ parts, problem })
  const ends = (name: string) => stop(`the data ends at byte ${bytes.length}, inside ${name}`)

  if (!take('mint', 32)) return ends('mint')
  if (!take('owner', 32)) return ends('owner')
  if (!take('amount', 8)) return ends('amount')
  const tag = bytes[at]
  if (tag === undefined) return ends('delegate')
  if (tag > 1) return stop(`byte ${at} says whether there is a delegate: 0 or 1, found ${tag}`)
  if (!take('delegate', tag === 0 ? 1 : 33)) return ends('delegate')
  const state = bytes[at]
  if (state === undefined) return ends('state')
  if (state > 1) return stop(`byte ${at} is the state: 0 (initialized) or 1 (frozen), found ${state}`)
  take('state', 1)
  if (at < bytes.length) take('tlv', bytes.length - at)
  return { parts, problem: null }
}

/** The state of token data in the words of an indexer. */
export function stateText(part: Uint8Array): string {
  return part[0] === 0 ? 'initialized' : 'frozen'
}

/** Where the extensions stand in the last part of token data; null where it holds none. facts/light-events.md 9. */
export function extensionsIn(part: Uint8Array): Uint8Array | null {
  return part[0] === 1 && part.length > 1 ? part.subarray(1) : null
}

/** Token data on its bytes: whole fields up to where it stops making sense, and why it stops. */
export interface TokenFields {
  fields: ByteField[]
  problem: string | null
}

/** Token data field by field, its extensions too. */
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

/** The option's tag, the number of extensions, and each one with its body; what cannot be read is one field in the end. */
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

/** The type and text of each part but the extensions. */
const FIELDS: Record<Exclude<TokenPart['name'], 'tlv'>, { type: string; value(part: Uint8Array): string }> = {
  mint: { type: 'pubkey', value: boundedBase58 },
  owner: { type: 'pubkey', value: boundedBase58 },
  amount: { type: 'u64', value: (part) => String(u64Of(part)) },
  delegate: {
    type: 'option<pubkey>',
    value: (part) => (part[0] === 0 ? 'none' : boundedBase58(part.subarray(1))),
  },
  state: { type: 'u8', value: stateText },
}

/** A u64 of 8 bytes, little-endian. */
export function u64Of(part: Uint8Array): bigint {
  return new DataView(part.buffer, part.byteOffset, 8).getBigUint64(0, true)
}
