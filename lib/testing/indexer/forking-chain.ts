import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import type { BlockChanges } from '@/lib/indexer/store/changes'
import type { ChainPosition, KnownBlock } from '@/lib/indexer/store/journal'
import type { AccountUpdate, TransactionUpdate } from '@/lib/protocol/light/updates'
import { randomFrom } from './random'

/* Names come from a small stock, so that accounts and transactions recur across forks, which an undo must get right. */

export type ChainBlock = BlockChanges & { chain: ChainPosition }

export const GENESIS: KnownBlock = { slot: 0, blockhash: base58.encode(bytes('genesis', 32)) }

const ACCOUNTS = 60
const TRANSACTIONS = 80

export function madeBlock(parent: KnownBlock, seed: number): ChainBlock {
  const blockhash = base58.encode(bytes(`${parent.blockhash} ${seed}`, 32))
  const random = randomFrom(Buffer.from(bytes(blockhash, 4)).readUInt32LE())
  const below = (end: number) => Math.floor(random() * end)
  const few = <T>(make: () => T): T[] => Array.from({ length: below(4) }, make)
  const transaction = (): TransactionUpdate => ({
    signature: bytes(`transaction ${below(TRANSACTIONS)}`, 64),
    inputs: few(() => accountHash(below(ACCOUNTS))),
    outputs: few(() => madeAccount(below(ACCOUNTS))),
    batchAppends: below(3) === 0 ? [{ tree: bytes(`tree ${below(3)}`, 32), nextIndex: BigInt(below(1000)) }] : [],
  })
  return {
    slot: parent.slot + 1 + (below(4) === 0 ? below(3) : 0),
    blockTime: below(10) === 0 ? 0 : 1_700_000_000 + parent.slot,
    transactions: few(transaction),
    chain: { parentSlot: parent.slot, blockhash, parentBlockhash: parent.blockhash },
  }
}

export function headOf({ slot, chain: { blockhash } }: ChainBlock): KnownBlock {
  return { slot, blockhash }
}

function madeAccount(n: number): AccountUpdate {
  const isToken = n % 3 === 0
  return {
    hash: accountHash(n),
    owner: bytes(`owner ${n % 5}`, 32),
    lamports: BigInt(n),
    address: null,
    data: isToken ? { discriminator: 2n, data: bytes(`data ${n}`, 75), dataHash: bytes(`data hash ${n}`, 32) } : null,
    tree: bytes(`tree ${n % 7}`, 32),
    treeType: 3,
    queue: bytes(`queue ${n % 7}`, 32),
    leafIndex: n,
    seq: BigInt(n),
    token: isToken
      ? {
          mint: bytes(`mint ${n % 2}`, 32),
          owner: bytes(`wallet ${n % 4}`, 32),
          amount: BigInt(n),
          delegate: n % 2 ? bytes('delegate', 32) : null,
          frozen: false,
          tlv: null,
          wallet: [null, new Uint8Array(0), bytes(`wallet ${n % 4}`, 32)][(n / 3) % 3] ?? null,
        }
      : null,
  }
}

function accountHash(n: number): Uint8Array {
  return bytes(`account ${n}`, 32)
}

function bytes(text: string, length: number): Uint8Array {
  return new Uint8Array(createHash('shake256', { outputLength: length }).update(text).digest())
}
