import { base64Bytes, base64Text } from '../../format/base64'
import type { UrlSlice } from '../../page/address'
import { keyBase58 } from '../../protocol/key-base58'
import { isTokenProgram } from '../../protocol/light/token-program'
import type { AccountItem, TokenAccountItem } from '../../protocol/rpc/items'

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

/** A u64 of 8 bytes, little-endian. */
export function u64Of(part: Uint8Array): bigint {
  return new DataView(part.buffer, part.byteOffset, 8).getBigUint64(0, true)
}

/** The token part of a token account. Interface 2.6. */
export type TokenData = TokenAccountItem['tokenData']

/**
 * The token data of an account, out of its own bytes: what an indexer answers for it, exact to the digit. Null where it is
 * no account of the token program (of today or earlier), where its discriminator is none of a token account, or where its
 * bytes are not token data from the first to the last. `slice`: the part of the data that was requested; data that may
 * have been cut short is not read.
 */
export function tokenDataOf(account: AccountItem, slice?: UrlSlice | null): TokenData | null {
  const { owner, data } = account
  if (!data || tokenLayoutOf(owner, data.discriminator) === null) return null
  if (slice && slice.offset > 0) return null
  const bytes = base64Bytes(data.data)
  if (bytes === null || (slice && bytes.length >= slice.length)) return null
  const { parts, problem } = tokenParts(bytes)
  if (problem !== null) return null
  const found = Object.fromEntries(
    parts.map(({ name, offset, length }) => [name, bytes.subarray(offset, offset + length)]),
  ) as Record<TokenPart['name'], Uint8Array> & { tlv?: Uint8Array }
  const extensions = found.tlv ? extensionsIn(found.tlv) : null
  return {
    mint: keyBase58(found.mint),
    owner: keyBase58(found.owner),
    amount: u64Of(found.amount),
    delegate: found.delegate[0] === 0 ? null : keyBase58(found.delegate.subarray(1)),
    state: stateText(found.state),
    tlv: extensions && base64Text(extensions),
  }
}

/** Decoded rows of whole lists: each is drawn, searched and sorted more than once. */
const decoded = new WeakMap<AccountItem, TokenData | null>()

/** The token data of a row, decoded once; null for a row that holds none. See tokenDataOf(). */
export function tokenOf(row: AccountItem, slice: UrlSlice | null = null): TokenData | null {
  if (slice) return tokenDataOf(row, slice)
  const known = decoded.get(row)
  if (known !== undefined) return known
  const token = tokenDataOf(row)
  decoded.set(row, token)
  return token
}
