import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { base58 } from '@scure/base'

/** PKCS #8 before an Ed25519 seed. RFC 8410. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

export function keyOfSeed(seed: string): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(seed, 'hex')]), format: 'der', type: 'pkcs8' })
}

/** For legacy and version 0, whose counts below 128 take one byte. `signers`: base58, in the order of their signatures. */
function placesIn(wire: Uint8Array) {
  const signatures = wire[0] ?? 0
  const message = 1 + signatures * SIGNATURE_BYTES
  const header = message + ((wire[message] ?? 0) >= 0x80 ? 1 : 0)
  const keys = header + 4
  const signers = Array.from({ length: signatures }, (_, i) =>
    base58.encode(wire.subarray(keys + i * KEY_BYTES, keys + (i + 1) * KEY_BYTES)),
  )
  return { message, signers, blockhash: keys + (wire[header + 3] ?? 0) * KEY_BYTES }
}

/** In place. Transactions that shared a blockhash still do; no two rounds share a signature. @throws Error: no key */
export function signForRound(wire: Buffer, round: number, keyOf: (signer: string) => KeyObject | undefined): void {
  const { message, signers, blockhash } = placesIn(wire)
  const recorded = wire.subarray(blockhash, blockhash + KEY_BYTES)
  createHash('sha256').update(recorded).update(`round ${round}`).digest().copy(wire, blockhash)
  const signed = wire.subarray(message)
  for (const [i, signer] of signers.entries()) {
    const key = keyOf(signer)
    if (!key) throw new Error(`the loop has no key of ${signer}`)
    sign(null, signed, key).copy(wire, 1 + i * SIGNATURE_BYTES)
  }
}
