import { base64Bytes } from '../../format/base64'
import type { ByteField } from './field'

/*
 * The extensions of token data: `u32 count`, then for each one byte of kind and its body, little-endian. They come with an
 * account that was made by closing one on the chain. facts/cold-tokens.md 1. Small: it is loaded with every list.
 */

/** The kind of extension that says what the closed account was: it can only be decompressed. */
const COMPRESSED_ONLY = 31

/** Kinds of which the protocol says that they have a body of another length, and of which none stands in token data. */
const OTHER_BODIES = new Map([
  [19, 'token metadata'],
  [32, 'compressible'],
])

/** Kinds above this one are not known; those between are reserved and have no body. */
const LAST_KIND = 32

/** Our choice: there are six kinds that an account can have, and each once. */
const MAX_EXTENSIONS = 32

/** A flag is one byte, 0 or 1. */
type BodyType = 'u64' | 'flag'

const SIZES: Record<BodyType, number> = { u64: 8, flag: 1 }

interface Kind {
  name: string
  body: readonly (readonly [name: string, type: BodyType])[]
}

const KINDS: Readonly<Record<number, Kind>> = {
  27: { name: 'pausable account', body: [] },
  28: { name: 'permanent delegate account', body: [] },
  29: { name: 'transfer fee account', body: [['withheld_amount', 'u64']] },
  30: { name: 'transfer hook account', body: [['transferring', 'flag']] },
  [COMPRESSED_ONLY]: {
    name: 'compressed only',
    body: [
      ['delegated_amount', 'u64'],
      ['withheld_transfer_fee', 'u64'],
      ['is_ata', 'flag'],
    ],
  },
}

/** One extension with the fields of its body, none where it has no body. */
export interface TokenExtension {
  kind: number
  name: string
  /** Of its byte of kind. */
  offset: number
  fields: ByteField[]
}

/** Extensions up to where the bytes stop making sense, and why they stop. */
export interface TokenExtensions {
  extensions: TokenExtension[]
  /** Null: every byte was read. */
  problem: string | null
  /** Bytes from the start that were read. */
  read: number
}

/**
 * The extensions in these bytes, strictly: a kind that is not known, a flag that is neither 0 nor 1 and bytes behind the
 * last one end it with a problem. `base`: where the bytes stand in the whole data, for the offsets of the fields.
 */
export function tokenExtensions(bytes: Uint8Array, base = 0): TokenExtensions {
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
    const { name, body } = KINDS[kind] ?? { name: 'reserved', body: [] }
    const fields: ByteField[] = []
    let at = read + 1
    for (const [field, type] of body) {
      const length = SIZES[type]
      if (bytes.length - at < length) return ends(`${field} of extension ${kind}`)
      const value = type === 'u64' ? view.getBigUint64(at, true) : bytes[at]
      if (type === 'flag' && value !== 0 && value !== 1)
        return stop(`byte ${base + at} is ${field}: 0 or 1, found ${value}`)
      fields.push({ name: field, type: type === 'flag' ? 'u8' : type, offset: base + at, length, value: String(value) })
      at += length
    }
    extensions.push({ kind, name, offset: base + read, fields })
    read = at
  }
  return stop(read < bytes.length ? `behind the last extension, byte ${base + read} and later mean nothing` : null)
}

/** What an account says of the one on the chain that was closed to make it. It can only be decompressed. */
export interface CompressedOnly {
  /** What the delegate may move, in base units; more than the account holds where it was approved for more. */
  delegatedAmount: bigint
  /** In base units. */
  withheldTransferFee: bigint
  /** True where the token data's `owner` is the associated token account that was closed, not the wallet. */
  isAta: boolean
}

/** What an account's extension data, base64, says of its closing. */
export interface ReadTlv {
  /** Null where it says nothing of it. */
  compressedOnly: CompressedOnly | null
  /** All that could be read; offsets count from the start of the extension data. */
  extensions: readonly TokenExtension[]
  /** Why the extension data could not be read to its end; null where there is none, or it could. */
  problem: string | null
}

const NO_TLV: ReadTlv = { compressedOnly: null, extensions: [], problem: null }

/** Reads the `tlv` of token data. Interface 2.6; facts/cold-tokens.md 1. */
export function readTlv(tlv: string | null | undefined): ReadTlv {
  if (!tlv) return NO_TLV
  const bytes = base64Bytes(tlv)
  if (bytes === null) return { ...NO_TLV, problem: 'it is not base64' }
  const { extensions, problem } = tokenExtensions(bytes)
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

/** The parts of token data that decide what a delegate may move, and whose address `owner` is. Interface 2.6. */
export interface ColdTokenData {
  amount: bigint
  delegate?: string | null
  tlv?: string | null
}

/**
 * What the delegate may really move, in base units: nothing where there is none, at most what the account holds. Where the
 * extension data cannot be read, the whole amount, which is the most that it can be. facts/cold-tokens.md 1.
 */
export function delegatedAmount({ amount, delegate, tlv }: ColdTokenData): bigint {
  if (!delegate) return 0n
  const held = BigInt(amount)
  const { compressedOnly } = readTlv(tlv)
  if (!compressedOnly || compressedOnly.delegatedAmount > held) return held
  return compressedOnly.delegatedAmount
}

/**
 * What the `owner` of token data is: a wallet; the associated token account that was closed; or either of a wallet and the
 * closed account itself, which cannot be told apart, or not without extension data that can be read. facts/cold-tokens.md 2.
 */
export type TokenOwnerKind = 'wallet' | 'associated token account' | 'wallet or closed account' | 'unknown'

/** What the `owner` of token data is, by its `tlv`. */
export function tokenOwnerKind(tlv: string | null | undefined): TokenOwnerKind {
  const { compressedOnly, problem } = readTlv(tlv)
  if (compressedOnly) return compressedOnly.isAta ? 'associated token account' : 'wallet or closed account'
  return problem === null ? 'wallet' : 'unknown'
}
