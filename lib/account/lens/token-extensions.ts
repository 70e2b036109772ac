import { base64Bytes } from '../../format/base64'
import type { ByteField } from './field'

/*
 * Layout: `u32 count`, then per extension a kind byte and its body, little-endian. Accounts have extensions if an on-chain
 * account was closed into them. facts/cold-tokens.md 1. Small, because every list page loads this file.
 */

/** Kind that describes the closed account: the compressed one can only be decompressed. */
const COMPRESSED_ONLY = 31

/** Kinds whose body has another length; the protocol does not use them in token data. */
const OTHER_BODIES = new Map([
  [19, 'token metadata'],
  [32, 'compressible'],
])

/** Higher kinds are unknown; unlisted lower ones are reserved and have no body. */
const LAST_KIND = 32

/** Our choice: an account can have six kinds, each once. */
const MAX_EXTENSIONS = 32

/** Names and the fields of their bodies: u64, or flags of one byte. */
const KINDS: Readonly<Record<number, readonly [name: string, ...fields: string[]]>> = {
  27: ['pausable account'],
  28: ['permanent delegate account'],
  29: ['transfer fee account', 'withheld_amount'],
  30: ['transfer hook account', 'transferring'],
  [COMPRESSED_ONLY]: ['compressed only', 'delegated_amount', 'withheld_transfer_fee', 'is_ata'],
}

const FLAGS = ['transferring', 'is_ata']

interface TokenExtension {
  kind: number
  name: string
  offset: number
  fields: ByteField[]
}

interface TokenExtensions {
  extensions: TokenExtension[]
  problem: string | null
  read: number
}

/** Stops with a problem at unknown kinds, flags or trailing bytes. @param base offset of `bytes` in the data */
export function parseTokenExtensions(bytes: Uint8Array, base = 0): TokenExtensions {
  const extensions: TokenExtension[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let read = 0
  const stop = (problem: string | null): TokenExtensions => ({ extensions, problem, read })
  const ends = (inside: string) => stop(`the data ends at byte ${base + bytes.length}, inside ${inside}`)

  if (bytes.length < 4) return ends('the number of extensions')
  const count = view.getUint32(0, true)
  if (count > MAX_EXTENSIONS) return stop(`${count} extensions are named; at most ${MAX_EXTENSIONS} are read`)
  read = 4
  for (let n = 1; n <= count; n++) {
    const kind = bytes[read]
    if (kind === undefined) return ends(`extension ${n} of ${count}`)
    const other = OTHER_BODIES.get(kind)
    if (other) return stop(`byte ${base + read} is extension ${kind} (${other}), which token accounts do not have`)
    if (kind > LAST_KIND) return stop(`byte ${base + read} is extension ${kind}, which is not known`)
    const [name, ...body] = KINDS[kind] ?? ['reserved']
    const fields: ByteField[] = []
    let at = read + 1
    for (const field of body) {
      const isFlag = FLAGS.includes(field)
      const length = isFlag ? 1 : 8
      if (bytes.length - at < length) return ends(`${field} of extension ${kind}`)
      const value = isFlag ? (bytes[at] ?? 0) : view.getBigUint64(at, true)
      if (isFlag && value > 1) return stop(`byte ${base + at} is ${field}: 0 or 1, found ${value}`)
      fields.push({ name: field, type: isFlag ? 'u8' : 'u64', offset: base + at, length, value: String(value) })
      at += length
    }
    extensions.push({ kind, name, offset: base + read, fields })
    read = at
  }
  return stop(read < bytes.length ? `behind the last extension, byte ${base + read} and later mean nothing` : null)
}

interface ParsedTlv {
  /** Base units; `delegatedAmount` may exceed the balance. `isAta`: the owner is the closed associated token account. */
  compressedOnly: { delegatedAmount: bigint; withheldTransferFee: bigint; isAta: boolean } | null
  /** Offsets count from the start of the extension data. */
  extensions: readonly TokenExtension[]
  problem: string | null
}

const NO_TLV: ParsedTlv = { compressedOnly: null, extensions: [], problem: null }

/** @param tlv base64. Interface 2.6; facts/cold-tokens.md 1. */
export function parseTlv(tlv: string | null | undefined): ParsedTlv {
  if (!tlv) return NO_TLV
  const bytes = base64Bytes(tlv)
  if (bytes === null) return { ...NO_TLV, problem: 'it is not base64' }
  const { extensions, problem } = parseTokenExtensions(bytes)
  const found = extensions.find(({ kind }) => kind === COMPRESSED_ONLY)
  if (!found) return { compressedOnly: null, extensions, problem }
  const [delegatedAmount, withheldTransferFee, isAta] = found.fields.map(({ value }) => BigInt(value ?? 0))
  return {
    compressedOnly: {
      delegatedAmount: delegatedAmount ?? 0n,
      withheldTransferFee: withheldTransferFee ?? 0n,
      isAta: isAta === 1n,
    },
    extensions,
    problem,
  }
}

interface ColdTokenData {
  amount: bigint
  delegate?: string | null
  tlv?: string | null
}

/** Base units, at most the balance; the whole balance if extension data is undecodable. facts/cold-tokens.md 1. */
export function delegatedAmount({ amount, delegate, tlv }: ColdTokenData): bigint {
  if (!delegate) return 0n
  const held = BigInt(amount)
  const { compressedOnly } = parseTlv(tlv)
  if (!compressedOnly || compressedOnly.delegatedAmount > held) return held
  return compressedOnly.delegatedAmount
}

/** `wallet or closed account`: the two look alike. `unknown`: extension data is undecodable. facts/cold-tokens.md 2. */
export type TokenOwnerKind = 'wallet' | 'associated token account' | 'wallet or closed account' | 'unknown'

export function tokenOwnerKind(tlv: string | null | undefined): TokenOwnerKind {
  const { compressedOnly, problem } = parseTlv(tlv)
  if (compressedOnly) return compressedOnly.isAta ? 'associated token account' : 'wallet or closed account'
  return problem === null ? 'wallet' : 'unknown'
}
