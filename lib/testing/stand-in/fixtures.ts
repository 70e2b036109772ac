import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import type { AccountItem, SignatureItem, TokenAccountItem } from '@/lib/protocol/rpc/items'

/** 32 bytes below the BN254 field size, as account hashes (photon-wire.md 6.3). */
export function hashOf(seed: string): string {
  const bytes = createHash('sha256').update(seed).digest()
  bytes[0] = (bytes[0] ?? 0) & 0x1f
  return base58.encode(bytes)
}

export function addressOf(seed: string): string {
  return base58.encode(createHash('sha256').update(`address ${seed}`).digest())
}

export function signatureOf(seed: string): string {
  return base58.encode(createHash('sha512').update(seed).digest())
}

const TREE = addressOf('tree')
const SLOT = 418_880_000

export function makeAccounts(owner: string, count: number, seed = 'account'): AccountItem[] {
  return Array.from({ length: count }, (_, i) => ({
    hash: hashOf(`${seed} ${owner} ${i}`),
    address: null,
    data:
      i % 3 === 2
        ? null
        : { discriminator: 2n, data: Buffer.from(`data of ${i}`).toString('base64'), dataHash: hashOf(`data ${i}`) },
    owner,
    lamports: BigInt(i),
    tree: TREE,
    leafIndex: i,
    seq: BigInt(i + 1),
    slotCreated: SLOT + i,
  }))
}

const TOKEN_PROGRAM = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

export function makeTokenAccounts(delegate: string, count: number): TokenAccountItem[] {
  return makeAccounts(TOKEN_PROGRAM, count, `token ${delegate}`).map((account, i) => ({
    account,
    tokenData: {
      mint: addressOf(`mint ${i % 3}`),
      owner: addressOf(`wallet ${i % 7}`),
      amount: BigInt(i * 10),
      delegate,
      state: i % 10 === 9 ? 'frozen' : 'initialized',
      tlv: null,
    },
  }))
}

export const STILL_TIME = 1_763_600_000

/** In browser journeys the chain is of today: an indexer with last year's data would be behind. */
const NEWEST_TIME = process.env.VITEST ? STILL_TIME : Math.floor(Date.now() / 1_000)

export function makeSignatures(
  count: number,
  newestSlot = SLOT + 10_000,
  newestTime: number = NEWEST_TIME,
): SignatureItem[] {
  return Array.from({ length: count }, (_, i) => ({
    signature: signatureOf(`signature ${newestSlot - i}`),
    slot: newestSlot - i,
    blockTime: newestTime - i,
  }))
}
