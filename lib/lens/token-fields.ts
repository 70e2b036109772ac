import { TOKEN_PROGRAM } from '../urls/links'
import { boundedBase58 } from './base58'
import type { ByteField } from './field'

/** Layouts of token data; all three have the same bytes, another hash and another order of the discriminator. */
export type TokenLayout = 'v1' | 'v2' | 'v3'

/** Discriminators as the indexer answers them. facts/light-events.md 9. */
const LAYOUTS = new Map<bigint, TokenLayout>([
  [2n, 'v1'],
  [216172782113783808n, 'v2'],
  [288230376151711744n, 'v3'],
])

/** The token program of today and of the two generations before it. facts/light-events.md 1. */
const TOKEN_PROGRAMS = new Set([
  TOKEN_PROGRAM,
  'HXVfQ44ATEi9WBKLSCCwM54KokdkzqXci9xCQ7ST9SYN',
  '9sixVEthz2kMSKfeApZXHwuboT6DZuT6crAYJTciUCqE',
])

/** Which token layout an account has; null where it is no token account. The program owns mints and others too. */
export function tokenLayoutOf(owner: string, discriminator: bigint): TokenLayout | null {
  return TOKEN_PROGRAMS.has(owner) ? (LAYOUTS.get(BigInt(discriminator)) ?? null) : null
}

/** Token data on its bytes: whole fields up to where it stops making sense, and why it stops. */
export interface TokenFields {
  fields: ByteField[]
  problem: string | null
}

/**
 * Token data field by field: mint 32, owner 32, amount u64, delegate 1 or 33, state 1, tlv the rest. Offsets move with
 * the delegate, which takes 1 byte when absent. facts/light-events.md 9.
 */
export function tokenFields(bytes: Uint8Array): TokenFields {
  const fields: ByteField[] = []
  let at = 0
  /** The next bytes as a field; null where the data ends before. */
  const take = (name: string, type: string, length: number, value: (part: Uint8Array) => string): ByteField | null => {
    if (bytes.length - at < length) return null
    const field = { name, type, offset: at, length, value: value(bytes.subarray(at, at + length)) }
    fields.push(field)
    at += length
    return field
  }
  const stop = (problem: string) => ({ fields, problem })
  const ends = (name: string) => stop(`the data ends at byte ${bytes.length}, inside ${name}`)

  if (!take('mint', 'pubkey', 32, boundedBase58)) return ends('mint')
  if (!take('owner', 'pubkey', 32, boundedBase58)) return ends('owner')
  if (!take('amount', 'u64', 8, u64Text)) return ends('amount')
  const tag = bytes[at]
  if (tag === undefined) return ends('delegate')
  if (tag > 1) return stop(`byte ${at} says whether there is a delegate: 0 or 1, found ${tag}`)
  const delegate = take('delegate', 'option<pubkey>', tag === 0 ? 1 : 33, (part) =>
    tag === 0 ? 'none' : boundedBase58(part.subarray(1)),
  )
  if (!delegate) return ends('delegate')
  const state = bytes[at]
  if (state === undefined) return ends('state')
  if (state > 1) return stop(`byte ${at} is the state: 0 (initialized) or 1 (frozen), found ${state}`)
  take('state', 'u8', 1, () => (state === 0 ? 'initialized' : 'frozen'))
  const left = bytes.length - at
  if (left > 0) {
    take('tlv', `bytes[${left}]`, left, (part) => {
      if (part[0] === 1 && part.length > 1) return `${part.length - 1} bytes of extensions`
      return part[0] === 0 || part[0] === 1 ? 'none' : `none (tag ${part[0]} is unknown)`
    })
  }
  return { fields, problem: null }
}

function u64Text(part: Uint8Array): string {
  return String(new DataView(part.buffer, part.byteOffset, 8).getBigUint64(0, true))
}
