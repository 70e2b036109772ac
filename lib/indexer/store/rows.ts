import type { Result } from '@/lib/protocol/rpc/methods'
import { encodeBase58 } from '../../protocol/base58'
import { tlvOf, tokenOffsets } from '../../protocol/light/token-data'
import { DamagedRow } from './damage'
import type { Row, SqlValue } from './store'

/* u64 columns hold the same 64 bits as a signed integer: the upper half is negative. Never order by them. */

export function fromU64(value: bigint): bigint {
  return BigInt.asIntN(64, value)
}

export function toU64(value: SqlValue | undefined): bigint {
  return BigInt.asUintN(64, bigintOf(value))
}

export function toNumber(value: SqlValue | undefined): number {
  const number = Number(bigintOf(value))
  if (!Number.isSafeInteger(number)) throw new DamagedRow(`${String(value)} in the store is no safe integer`)
  return number
}

export function toBytes(value: SqlValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new DamagedRow(`wanted bytes from the store, found ${typeof value}`)
}

export function toBase58(value: SqlValue | undefined): string {
  return encodeBase58(toBytes(value))
}

function bigintOf(value: SqlValue | undefined): bigint {
  if (typeof value === 'bigint') return value
  throw new DamagedRow(`wanted an integer from the store, found ${typeof value}`)
}

function orNull<T>(value: SqlValue | undefined, read: (value: SqlValue | undefined) => T): T | null {
  return value === null ? null : read(value)
}

export type AccountRow = Result<'getCompressedAccountsByOwner'>['value']['items'][number]
export type TokenRow = Result<'getCompressedTokenAccountsByDelegate'>['value']['items'][number]['tokenData']
export type SignatureRow = Result<'getLatestCompressionSignatures'>['value']['items'][number]

/** In bytes. Interface 4.3. */
export interface Slice {
  offset: number
  length: number
}

/** All bytes packed into one value, the data last: each value costs a driver about 1 µs, five take half of a row. */
export const ACCOUNT_COLUMNS = `
    CAST(accounts.hash || accounts.owner || tree || coalesce(data_hash || data, '') AS BLOB) AS packed,
    lamports, address, discriminator, leaf_index, seq, slot_created`

const KEY_BYTES = 32

const OWNER = KEY_BYTES
const TREE = 2 * KEY_BYTES
const DATA_HASH = 3 * KEY_BYTES
const DATA = 4 * KEY_BYTES

/** Interface 2.4. */
export function toAccount(row: Row, slice: Slice | null): AccountRow {
  const packed = toBytes(row.packed)
  return {
    hash: encodeBase58(packed, 0, KEY_BYTES),
    address: orNull(row.address, toBase58),
    data: row.discriminator === null ? null : toData(row.discriminator, packed, slice),
    owner: keyText(packed, OWNER),
    lamports: toU64(row.lamports),
    tree: keyText(packed, TREE),
    leafIndex: toNumber(row.leaf_index),
    seq: orNull(row.seq, toU64),
    slotCreated: toNumber(row.slot_created),
  }
}

/** Clipped to the end of the data; dataHash and discriminator are those of the whole. facts/photon-wire.md 5. */
function toData(discriminator: SqlValue | undefined, packed: Uint8Array, slice: Slice | null): AccountRow['data'] {
  const start = Math.min(DATA + (slice?.offset ?? 0), packed.length)
  const end = slice ? Math.min(start + slice.length, packed.length) : packed.length
  return {
    discriminator: toU64(discriminator),
    data: base64(packed, start, end),
    dataHash: encodeBase58(packed, DATA_HASH, DATA),
  }
}

const MAX_CACHED = 1_000
/** Keyed by four bytes that are random even in vanity addresses: a text of the key would cost 13 % of a page. */
const cached = new Map<number, { key: Uint8Array; text: string }>()
const RANDOM_AT = 16

/** Cached for keys that many rows share: without, a page of 1,000 takes a quarter more time. */
export function keyText(bytes: Uint8Array, start: number): string {
  let id = 0
  for (let at = start + RANDOM_AT; at < start + RANDOM_AT + 4; at++) id = (id << 8) | (bytes[at] ?? 0)
  const known = cached.get(id)
  if (known !== undefined && holds(bytes, start, known.key)) return known.text
  if (cached.size >= MAX_CACHED) cached.clear()
  const key = bytes.slice(start, start + KEY_BYTES)
  const text = encodeBase58(key)
  cached.set(id, { key, text })
  return text
}

function holds(bytes: Uint8Array, start: number, key: Uint8Array): boolean {
  for (let i = 0; i < KEY_BYTES; i++) if (bytes[start + i] !== key[i]) return false
  return true
}

function base64(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('base64')
}

/** From the account's data, so that nothing else is fetched. Interface 2.6. */
export function toTokenData(row: Row): TokenRow {
  const packed = toBytes(row.packed)
  const { mint, owner, amount, delegate, state, tlv } = tokenOffsets(packed, DATA)
  const extension = tlvOf(packed, tlv)
  return {
    mint: keyText(packed, mint),
    owner: encodeBase58(packed, owner, owner + KEY_BYTES),
    amount: new DataView(packed.buffer, packed.byteOffset).getBigUint64(amount, true),
    delegate: delegate === null ? null : keyText(packed, delegate),
    state: packed[state] === 1 ? 'frozen' : 'initialized',
    tlv: extension && base64(extension, 0, extension.length),
  }
}

export const SIGNATURE_COLUMNS = 'signature, slot, block_time'

/** Interface 2.8. */
export function toSignature(row: Row): SignatureRow {
  return { signature: toBase58(row.signature), slot: toNumber(row.slot), blockTime: toNumber(row.block_time) }
}
