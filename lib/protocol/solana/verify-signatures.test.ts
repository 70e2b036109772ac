import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureProblem } from './verify-signatures'

const PROGRAM = '11111111111111111111111111111111' as Address
const LIFETIME = { blockhash: String(PROGRAM) as Blockhash, lastValidBlockHeight: 1n }

async function signed(version: 'legacy' | 0 | 1): Promise<{ wire: string; signature: string }> {
  const signer = await generateKeyPairSigner()
  const empty = createTransactionMessage({ version: version as 0 })
  const message = appendTransactionMessageInstruction(
    { programAddress: PROGRAM, data: new Uint8Array([1, 2, 3]) },
    setTransactionMessageLifetimeUsingBlockhash(LIFETIME, setTransactionMessageFeePayerSigner(signer, empty)),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  const [first] = Object.values(transaction.signatures)
  if (!first) throw new Error('nobody signed')
  return { wire: getBase64EncodedWireTransaction(transaction), signature: getBase58Decoder().decode(first) }
}

describe.each(['legacy', 0, 1] as const)('a transaction of version %s', (version) => {
  test('fits its signatures', async () => {
    const { wire, signature } = await signed(version)
    expect(signatureProblem(wire, signature)).toBeNull()
  })

  test('with any bit changed does not', async () => {
    const { wire, signature } = await signed(version)
    const bytes = Buffer.from(wire, 'base64')
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const bent = Buffer.from(bytes)
        bent.writeUInt8(bent.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        expect(signatureProblem(bent.toString('base64'), signature)).not.toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  test('is not the one requested where its first signature is another', async () => {
    const [{ wire }, { signature }] = [await signed(version), await signed(version)]
    expect(signatureProblem(wire, signature)).toMatch(/another transaction than the one requested/)
  })
})
