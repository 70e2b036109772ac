import { createPublicKey, verify } from 'node:crypto'
import { getBase58Encoder, getBase64Encoder, getTransactionDecoder } from '@solana/kit'

/** DER prefix that turns a 32-byte key into one for node:crypto (RFC 8410). */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Valid signatures prove the message, whichever node sent it; the first must be `signature`. @returns the problem, or null */
export function signatureProblem(wire: string, signature: string): string | null {
  let decoded: ReturnType<ReturnType<typeof getTransactionDecoder>['decode']>
  try {
    decoded = getTransactionDecoder().decode(getBase64Encoder().encode(wire))
  } catch {
    return 'The chain node sent bytes that are no transaction.'
  }
  const signers = Object.entries(decoded.signatures)
  const [first] = signers
  const wanted = getBase58Encoder().encode(signature)
  if (!first?.[1] || Buffer.compare(first[1], new Uint8Array(wanted)) !== 0) {
    return 'The chain node sent another transaction than the one requested.'
  }
  const fits = signers.every(
    ([signer, bytes]) => bytes !== null && isSignedBy(signer, new Uint8Array(decoded.messageBytes), bytes),
  )
  return fits ? null : 'A signature does not fit what the chain node sent.'
}

function isSignedBy(signer: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = Buffer.concat([ED25519_SPKI, new Uint8Array(getBase58Encoder().encode(signer))])
  try {
    return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature)
  } catch {
    return false
  }
}
