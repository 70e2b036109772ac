import { base64Bytes, base64Text } from '../../format/bytes'
import type { UrlSlice } from '../../page/address'
import { boundedBase58 } from '../../protocol/base58'
import type { AccountItem, TokenAccountItem } from '../../protocol/rpc/items'
import { extensionsIn, stateText, type TokenPart, tokenLayoutOf, tokenParts, u64Of } from './token-parts'

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
    mint: boundedBase58(found.mint),
    owner: boundedBase58(found.owner),
    amount: u64Of(found.amount),
    delegate: found.delegate[0] === 0 ? null : boundedBase58(found.delegate.subarray(1)),
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
