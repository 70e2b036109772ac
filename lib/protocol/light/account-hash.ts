import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { LRUCache } from 'lru-cache'
import { poseidon3 } from 'poseidon-lite/poseidon3'
import { poseidon4 } from 'poseidon-lite/poseidon4'
import { poseidon5 } from 'poseidon-lite/poseidon5'
import { poseidon6 } from 'poseidon-lite/poseidon6'
import { poseidon7 } from 'poseidon-lite/poseidon7'

/*
 * The hashes of accounts and token data, made from their contents: a check of what is stored, 0.5 ms each.
 * facts/light-events.md 8 and 9.
 */

/** What an account's hash is made of; keys and hashes are 32 bytes each. facts/light-events.md 8. */
export interface HashedAccount {
  owner: Uint8Array
  leafIndex: bigint
  tree: Uint8Array
  /** 1: v1, where integers stand little-endian; else v2, big-endian. */
  treeType: bigint
  lamports: bigint
  address: Uint8Array | null
  data: { discriminator: bigint; dataHash: Uint8Array } | null
}

/** What the data hash of a token account is made of. */
export interface HashedToken {
  mint: Uint8Array
  owner: Uint8Array
  amount: bigint
  delegate: Uint8Array | null
  frozen: boolean
}

const STATE_V1 = 1n

/** The account's hash, 32 bytes. facts/light-events.md 8. */
export function accountHash({ owner, leafIndex, tree, treeType, lamports, address, data }: HashedAccount): Buffer {
  const integer = (value: bigint, bytes: number) => (treeType === STATE_V1 ? littleEndian(value, bytes) : value)
  const fields = [keyField(owner), integer(leafIndex, 4), keyField(tree)]
  // The marks 1 and 2 stand in byte 23 of the field.
  if (lamports > 0n) fields.push((1n << 64n) + integer(lamports, 8))
  if (address) fields.push(field(address))
  if (data) fields.push((2n << 64n) + littleEndian(data.discriminator, 8), field(data.dataHash))
  return poseidon(fields)
}

/**
 * The data hashes that token data of a layout may have; facts/light-events.md 9. The first layout has two: an early
 * program hashed its amount as the second does.
 */
export function tokenDataHashes(discriminator: bigint, token: HashedToken, data: Uint8Array): Buffer[] {
  const v1 = () => tokenHash(token, littleEndian(token.amount, 8))
  const v2 = () => tokenHash(token, token.amount)
  if (discriminator === 2n) return [v1(), v2()]
  if (discriminator === 216172782113783808n) return [v2()]
  const digest = createHash('sha256').update(data).digest()
  digest[0] = 0
  return [digest]
}

function tokenHash({ mint, owner, delegate, frozen }: HashedToken, amount: bigint): Buffer {
  const fields = [keyField(mint), keyField(owner), amount]
  if (delegate) fields.push(keyField(delegate))
  if (frozen) fields.push(1n)
  return poseidon(fields)
}

/** The scalar field of BN254. */
const MODULUS = 21888242871839275222246405745257275088548364400416034343698204186575808495617n

/** True for what is an element of the field, as every address and data hash is. */
export function inField(bytes: Uint8Array): boolean {
  return field(bytes) < MODULUS
}

type Poseidon = (inputs: bigint[]) => bigint
const POSEIDON: Record<number, Poseidon> = {
  3: poseidon3,
  4: poseidon4,
  5: poseidon5,
  6: poseidon6,
  7: poseidon7,
}

/** Makes a hash of each length: the first one takes some ten milliseconds, which else its reader waits for. */
export function loadHashes(): void {
  for (const count of Object.keys(POSEIDON)) poseidon(Array<bigint>(Number(count)).fill(0n))
}

function poseidon(fields: bigint[]): Buffer {
  const hash = POSEIDON[fields.length]
  if (!hash) throw new Error(`no account hashes ${fields.length} fields`)
  return Buffer.from(hash(fields).toString(16).padStart(64, '0'), 'hex')
}

/** Keys that are remembered: owners, trees and mints are few, wallets are not. */
const KEYS = 100_000
const keyFields = new LRUCache<string, bigint>({ max: KEYS })

/** A key as a field element: keccak-256 of it and a byte 255, the first byte of the result zero. */
function keyField(key: Uint8Array): bigint {
  const name = Buffer.from(key).toString('latin1')
  const known = keyFields.get(name)
  if (known !== undefined) return known
  const digest = keccak_256(Uint8Array.from([...key, 255]))
  digest[0] = 0
  const element = field(digest)
  keyFields.set(name, element)
  return element
}

function field(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** The number that the little-endian bytes of a value make when they are read big-endian. */
function littleEndian(value: bigint, bytes: number): bigint {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value << BigInt(8 * (8 - bytes)))
  return buffer.readBigUInt64BE()
}
