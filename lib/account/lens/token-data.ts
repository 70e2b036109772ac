import { base64Bytes, base64Text } from '../../format/base64'
import type { UrlSlice } from '../../page/address'
import { keyBase58 } from '../../protocol/key-base58'
import { isTokenProgram } from '../../protocol/light/token-program'
import type { AccountItem, AnyItem, TokenAccountItem } from '../../protocol/rpc/items'
import type { TokenAmount } from '../mints/contract'

/** The same fields; the hash and the discriminator's byte order differ. */
export type TokenLayout = 'v1' | 'v2' | 'v3'

/** As the indexer returns them. facts/light-events.md 9. */
const LAYOUTS = new Map<bigint, TokenLayout>([
  [2n, 'v1'],
  [216172782113783808n, 'v2'],
  [288230376151711744n, 'v3'],
])

export function tokenLayoutOf(owner: string, discriminator: bigint): TokenLayout | null {
  return isTokenProgram(owner) ? (LAYOUTS.get(BigInt(discriminator)) ?? null) : null
}

export interface TokenPart {
  name: 'mint' | 'owner' | 'amount' | 'delegate' | 'state' | 'tlv'
  offset: number
  length: number
}

/**
 * Offsets of token data: mint 32, owner 32, amount u64, delegate 1 or 33, state 1, tlv the rest. Stops at the first invalid
 * part, and reports why. facts/light-events.md 9.
 */
export function tokenParts(bytes: Uint8Array): { parts: TokenPart[]; problem: string | null } {
  const parts: TokenPart[] = []
  let at = 0
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

export function stateText(part: Uint8Array): string {
  return part[0] === 0 ? 'initialized' : 'frozen'
}

/** null: no extensions. facts/light-events.md 9. */
export function extensionsIn(part: Uint8Array): Uint8Array | null {
  return part[0] === 1 && part.length > 1 ? part.subarray(1) : null
}

export function u64Of(part: Uint8Array): bigint {
  return new DataView(part.buffer, part.byteOffset, 8).getBigUint64(0, true)
}

/** Interface 2.6. */
export type TokenData = TokenAccountItem['tokenData']

/**
 * The token data from the account's own bytes, equal to the indexer's. null: not an account of the token program (current or
 * earlier), not a token discriminator, or invalid bytes. `slice`: truncated data is not read.
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

/** Rows are drawn, searched and sorted more than once. */
const decoded = new WeakMap<AccountItem, TokenData | null>()

export function tokenOf(row: AccountItem, slice: UrlSlice | null = null): TokenData | null {
  if (slice) return tokenDataOf(row, slice)
  const known = decoded.get(row)
  if (known !== undefined) return known
  const token = tokenDataOf(row)
  decoded.set(row, token)
  return token
}

export function amountsIn(rows: readonly AnyItem[], slice: UrlSlice | null): TokenAmount[] {
  return rows.flatMap((row) => {
    if ('signature' in row) return []
    const token = 'account' in row ? row.tokenData : tokenOf(row, slice)
    return token ? [{ mint: token.mint, amount: token.amount }] : []
  })
}
