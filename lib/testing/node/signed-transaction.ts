import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { base58 } from '@scure/base'

function keyOf(name: string) {
  const seed = createHash('sha256').update(name).digest()
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
}

export function signedTransaction(name: string, slot: number, logMessages: string[] = []) {
  const key = keyOf(name)
  const payer = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const blockhash = createHash('sha256').update(`blockhash ${name}`).digest()
  const message = Buffer.concat([Buffer.from([1, 0, 0, 1]), payer, blockhash, Buffer.from([0])])
  const signature = sign(null, message, key)
  const wire = Buffer.concat([Buffer.from([1]), signature, message])
  return {
    signature: base58.encode(signature),
    answer: {
      slot,
      blockTime: 1_700_000_000 + slot,
      transaction: [wire.toString('base64'), 'base64'] as [string, string],
      meta: {
        err: null,
        fee: 9007199254740993n,
        innerInstructions: [],
        preBalances: [9007199254740993n],
        postBalances: [2n ** 64n - 1n],
        logMessages,
        loadedAddresses: { writable: [], readonly: [] },
      },
      version: 'legacy',
    },
  }
}
