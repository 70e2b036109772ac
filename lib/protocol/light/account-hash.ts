import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { LRUCache } from 'lru-cache'
import { poseidon3 } from 'poseidon-lite/poseidon3'
import { poseidon4 } from 'poseidon-lite/poseidon4'
import { poseidon5 } from 'poseidon-lite/poseidon5'
import { poseidon6 } from 'poseidon-lite/poseidon6'
import { poseidon7 } from 'poseidon-lite/poseidon7'
import type { AccountUpdate, TokenUpdate } from './updates'

/* Hashes of accounts and token data, to check what is stored: 0.5 ms each. facts/light-events.md 8 and 9. */

export interface AccountFields extends Pick<AccountUpdate, 'owner' | 'lamports' | 'address'> {
  data: { discriminator: bigint; dataHash: Uint8Array } | null
}

export interface HashedAccount extends AccountFields {
  leafIndex: bigint
  tree: Uint8Array
  /** 1: v1, whose integers are little-endian; else v2, big-endian. */
  treeType: bigint
}

export type HashedToken = Omit<TokenUpdate, 'tlv' | 'wallet'>

const STATE_V1 = 1n

export function accountHash({ owner, leafIndex, tree, treeType, lamports, address, data }: HashedAccount): Buffer {
  const integer = (value: bigint, bytes: number) => (treeType === STATE_V1 ? littleEndian(value, bytes) : value)
  const fields = [keyField(owner), integer(leafIndex, 4), keyField(tree)]
  // Light tags lamports with 1 and the discriminator with 2, in bit 64.
  if (lamports > 0n) fields.push((1n << 64n) + integer(lamports, 8))
  if (address) fields.push(field(address))
  if (data) fields.push((2n << 64n) + littleEndian(data.discriminator, 8), field(data.dataHash))
  return poseidon(fields)
}

/** The first layout has two possible hashes: an early program hashed the amount as v2 does. facts/light-events.md 9. */
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

const MODULUS = 21888242871839275222246405745257275088548364400416034343698204186575808495617n

export function isFieldElement(bytes: Uint8Array): boolean {
  return field(bytes) < MODULUS
}

const POSEIDON: Record<number, (inputs: bigint[]) => bigint> = {
  3: poseidon3,
  4: poseidon4,
  5: poseidon5,
  6: poseidon6,
  7: poseidon7,
}

/** Moves the cost to the start: the first hash of each length takes some 10 ms. */
export function warmUpHashes(): void {
  for (const count of Object.keys(POSEIDON)) poseidon(Array<bigint>(Number(count)).fill(0n))
}

function poseidon(fields: bigint[]): Buffer {
  const hash = POSEIDON[fields.length]
  if (!hash) throw new Error(`no account hashes ${fields.length} fields`)
  return Buffer.from(hash(fields).toString(16).padStart(64, '0'), 'hex')
}

const MAX_CACHED_KEYS = 100_000
const keyFields = new LRUCache<string, bigint>({ max: MAX_CACHED_KEYS })

/** keccak-256 of the key and a byte 255, with the first byte of the result zero. */
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

function littleEndian(value: bigint, bytes: number): bigint {
  const buffer = Buffer.alloc(8)
  buffer.writeBigUInt64LE(value << BigInt(8 * (8 - bytes)))
  return buffer.readBigUInt64BE()
}
