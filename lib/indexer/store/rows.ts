import type { Result } from '@/lib/rpc/methods'
import { base58Text, keyText } from '../base58-text'
import { readTokenData } from '../parse/token-data'
import type { Row, SqlValue } from './store'

/*
 * Rows of the database and what they mean. SQLite's integers are signed: a u64 is stored as the same 64 bits, so the
 * upper half of its range reads as negative there. No query orders by such a column.
 */

/** A u64 as SQLite holds it. */
export function fromU64(value: bigint): bigint {
  return BigInt.asIntN(64, value)
}

/** The u64 that a column holds. */
export function toU64(value: SqlValue | undefined): bigint {
  return BigInt.asUintN(64, bigintOf(value))
}

/** The safe integer that a column holds: slots, leaf indices, times. */
export function toNumber(value: SqlValue | undefined): number {
  const number = Number(bigintOf(value))
  if (!Number.isSafeInteger(number)) throw new Error(`${String(value)} in the store is no safe integer`)
  return number
}

/** The bytes that a column holds. */
export function toBytes(value: SqlValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw new Error(`wanted bytes from the store, found ${typeof value}`)
}

/** The bytes that a column holds, in base58. */
export function toBase58(value: SqlValue | undefined): string {
  return base58Text(toBytes(value))
}

function bigintOf(value: SqlValue | undefined): bigint {
  if (typeof value === 'bigint') return value
  throw new Error(`wanted an integer from the store, found ${typeof value}`)
}

/** Null stays null; everything else is read. */
function orNull<T>(value: SqlValue | undefined, read: (value: SqlValue | undefined) => T): T | null {
  return value === null ? null : read(value)
}

export type AccountRow = Result<'getCompressedAccountsByOwner'>['value']['items'][number]
export type TokenRow = Result<'getCompressedTokenAccountsByDelegate'>['value']['items'][number]['tokenData']
export type SignatureRow = Result<'getLatestCompressionSignatures'>['value']['items'][number]

/** The part of each account's data that is wanted, in bytes. Interface 4.3. */
export interface Slice {
  offset: number
  length: number
}

/**
 * What is answered of an account, for statements over `accounts` joined with `trees`. What always has 32 bytes comes in one
 * piece: each piece of bytes costs a driver about 1 µs, five of them half of what reading their row does.
 */
export const ACCOUNT_COLUMNS = `CAST(accounts.hash || accounts.owner || tree AS BLOB) AS packed_keys, lamports, address,
    discriminator, CAST(data_hash || data AS BLOB) AS packed_data, leaf_index, seq, slot_created`

const KEY_BYTES = 32

/** An account as answered, from the ACCOUNT_COLUMNS of a row. Interface 2.4. */
export function toAccount(row: Row, slice: Slice | null): AccountRow {
  const keys = toBytes(row.packed_keys)
  return {
    hash: base58Text(keys.subarray(0, KEY_BYTES)),
    address: orNull(row.address, toBase58),
    data: orNull(row.packed_data, (packed) => ({
      discriminator: toU64(row.discriminator),
      data: base64(toBytes(packed).subarray(KEY_BYTES), slice),
      dataHash: base58Text(toBytes(packed).subarray(0, KEY_BYTES)),
    })),
    owner: keyText(keys.subarray(KEY_BYTES, 2 * KEY_BYTES)),
    lamports: toU64(row.lamports),
    tree: keyText(keys.subarray(2 * KEY_BYTES)),
    leafIndex: toNumber(row.leaf_index),
    seq: orNull(row.seq, toU64),
    slotCreated: toNumber(row.slot_created),
  }
}

/** Clipped to the end of the data; dataHash and discriminator stay those of the whole. facts/photon-wire.md 5. */
function base64(data: Uint8Array, slice: Slice | null): string {
  const part = slice ? data.subarray(slice.offset, slice.offset + slice.length) : data
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('base64')
}

/**
 * The token part as answered, from the data of the account: what stands there too need not be fetched. Interface 2.6.
 */
export function toTokenData(row: Row): TokenRow {
  const { mint, owner, amount, delegate, frozen, tlv } = readTokenData(toBytes(row.packed_data).subarray(KEY_BYTES))
  return {
    mint: keyText(mint),
    owner: base58Text(owner),
    amount,
    delegate: delegate && keyText(delegate),
    state: frozen ? 'frozen' : 'initialized',
    tlv: tlv && base64(tlv, null),
  }
}

/** A signature item as answered. Interface 2.8. */
export function toSignature(row: Row): SignatureRow {
  return { signature: toBase58(row.signature), slot: toNumber(row.slot), blockTime: toNumber(row.block_time) }
}
