import { createHash } from 'node:crypto'
import { TreeType } from '@lightprotocol/stateless.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { PublicKey } from '@solana/web3.js'
import { poseidon2, poseidon3, poseidon4, poseidon5, poseidon6, poseidon7 } from 'poseidon-lite'

const POSEIDON = { 2: poseidon2, 3: poseidon3, 4: poseidon4, 5: poseidon5, 6: poseidon6, 7: poseidon7 }

const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

const poseidon = (fields) => POSEIDON[fields.length](fields).toString(16).padStart(64, '0')

/** A key as the programs hash it: keccak-256 of it and a byte 255, the first byte of the result zero. */
export function hashedKey(key) {
  const digest = keccak_256(Uint8Array.from([...key.toBytes(), 255]))
  digest[0] = 0
  return Buffer.from(digest)
}

/** A 32-byte key as a field element. */
const keyFields = new Map()
function keyField(base58) {
  const known = keyFields.get(base58)
  if (known !== undefined) return known
  const field = number(hashedKey(new PublicKey(base58)))
  keyFields.set(base58, field)
  return field
}

/** An integer of `size` bytes at the end of a field; v1 trees place it little-endian. */
function integerField(value, size, treeType) {
  const bytes = Buffer.alloc(8)
  if (treeType === TreeType.StateV1) bytes.writeBigUInt64LE(value << BigInt(8 * (8 - size)))
  else bytes.writeBigUInt64BE(value)
  return number(bytes)
}

/** The hash of an output account in hex, made from its contents. Source: facts/light-events.md 8. */
export function accountHash({ owner, leafIndex, tree, treeType, lamports, address, data }) {
  const fields = [keyField(owner), integerField(BigInt(leafIndex), 4, treeType), keyField(tree)]
  if (lamports > 0n) fields.push((1n << 64n) + integerField(lamports, 8, treeType))
  if (address) fields.push(number(address))
  if (data) fields.push((2n << 64n) + number(data.discriminator), number(data.hash))
  return poseidon(fields)
}

/** The data hash of token data, layout v1: discriminator 2. Source: facts/light-events.md 9. */
export function tokenDataHash({ mint, owner, amount, delegate, state }) {
  const little = Buffer.alloc(8)
  little.writeBigUInt64LE(amount)
  const fields = [keyField(mint), keyField(owner), number(little)]
  if (delegate) fields.push(keyField(delegate))
  if (state === 'frozen') fields.push(1n)
  return poseidon(fields)
}

/** The same of layout v3: SHA-256 of all bytes, the first byte of the result zero. Source: facts/cold-tokens.md 1. */
export function flatDataHash(bytes) {
  const digest = createHash('sha256').update(bytes).digest()
  digest[0] = 0
  return digest.toString('hex')
}

const chained = (numbers) => numbers.reduce((chain, next) => poseidon2([chain, next]))

const chainOf = (hashes) => (hashes.length > 0 ? chained(hashes.map((hash) => BigInt(`0x${hash}`))) : 0n)

/**
 * The hash of a transaction in hex: a chain over version 0, its inputs, its outputs, each a chain by itself, and the
 * slot. Source: create_tx_hash of Light's compressed-account library.
 */
export function transactionHash(inputs, outputs, slot) {
  const hash = chained([0n, chainOf(inputs), chainOf(outputs), BigInt(slot)])
  return hash.toString(16).padStart(64, '0')
}
