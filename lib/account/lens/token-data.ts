import { base64Bytes, base64Text } from '../../format/base64'
import type { UrlSlice } from '../../page/address'
import { keyBase58 } from '../../protocol/key-base58'
import { isTokenProgram } from '../../protocol/light/token-program'
import { type AccountItem, type AnyItem, holdsAccount, type TokenAccountItem } from '../../protocol/rpc/items'
import type { TokenAmount } from '../mints/contract'
import type { ByteField } from './field'

/** All have the same fields; hash and byte order of the discriminator differ. */
export type TokenLayout = 'v1' | 'v2' | 'v3'

/** By discriminator as indexers return it. facts/light-events.md 9. */
const LAYOUTS = new Map<bigint, TokenLayout>([
  [2n, 'v1'],
  [216172782113783808n, 'v2'],
  [288230376151711744n, 'v3'],
])

export function tokenLayoutOf(owner: string, discriminator: bigint): TokenLayout | null {
  return isTokenProgram(owner) ? (LAYOUTS.get(BigInt(discriminator)) ?? null) : null
}

/** Stops at the first invalid field. `end`: where extension data begin. facts/light-events.md 9. */
export function tokenHeadFields(bytes: Uint8Array): { fields: ByteField[]; end: number; problem: string | null } {
  const fields: ByteField[] = []
  let end = 0
  let problem: string | null = null
  const take = (name: string, type: string, length: number, text: (part: Uint8Array) => string) => {
    if (bytes.length - end < length) problem ??= `the data ends at byte ${bytes.length}, inside ${name}`
    if (problem !== null) return
    fields.push({ name, type, offset: end, length, value: text(bytes.subarray(end, end + length)) })
    end += length
  }
  take('mint', 'pubkey', 32, keyBase58)
  take('owner', 'pubkey', 32, keyBase58)
  take('amount', 'u64', 8, (part) => String(new DataView(part.buffer, part.byteOffset).getBigUint64(0, true)))
  const tag = bytes[end] ?? 0
  if (tag > 1) problem ??= `byte ${end} says whether there is a delegate: 0 or 1, found ${tag}`
  take('delegate', 'option<pubkey>', tag === 0 ? 1 : 33, (part) => (tag === 0 ? NONE : keyBase58(part, 1)))
  const state = bytes[end] ?? 0
  if (state > 1) problem ??= `byte ${end} is the state: 0 (initialized) or 1 (frozen), found ${state}`
  take('state', 'u8', 1, () => (state === 0 ? 'initialized' : 'frozen'))
  return { fields, end, problem }
}

const NONE = 'none'

/** null: no extensions. facts/light-events.md 9. */
export function extensionBytes(part: Uint8Array): Uint8Array | null {
  return part[0] === 1 && part.length > 1 ? part.subarray(1) : null
}

/** Interface 2.6. */
export type TokenData = TokenAccountItem['tokenData']

/** Decoded from the account's bytes; null: no valid token account, or only a slice of its data. */
export function tokenDataOf(account: AccountItem, slice?: UrlSlice | null): TokenData | null {
  const { data } = account
  if (!data || tokenLayoutOf(account.owner, data.discriminator) === null) return null
  if (slice && slice.offset > 0) return null
  const bytes = base64Bytes(data.data)
  if (bytes === null || (slice && bytes.length >= slice.length)) return null
  const { fields, end, problem } = tokenHeadFields(bytes)
  if (problem !== null) return null
  const [mint = '', owner = '', amount = '', delegate = NONE, state = ''] = fields.map(({ value }) => value ?? '')
  const extensions = extensionBytes(bytes.subarray(end))
  return {
    ...{ mint, owner, state },
    amount: BigInt(amount),
    delegate: delegate === NONE ? null : delegate,
    tlv: extensions && base64Text(extensions),
  }
}

/** Cached, because rows are rendered, searched and sorted more than once. */
const decoded = new WeakMap<AccountItem, TokenData | null>()

export function cachedTokenData(row: AccountItem, slice: UrlSlice | null = null): TokenData | null {
  if (slice) return tokenDataOf(row, slice)
  const known = decoded.get(row)
  if (known !== undefined) return known
  const token = tokenDataOf(row)
  decoded.set(row, token)
  return token
}

export function tokenAmounts(rows: readonly AnyItem[], slice: UrlSlice | null): TokenAmount[] {
  return rows.flatMap((row) => {
    if (!holdsAccount(row)) return []
    const token = 'account' in row ? row.tokenData : cachedTokenData(row, slice)
    return token ? [{ mint: token.mint, amount: token.amount }] : []
  })
}
