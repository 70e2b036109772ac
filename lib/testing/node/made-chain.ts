import { base58 } from '@scure/base'
import type { SerialisedTransaction } from '@/lib/protocol/light/groups'
import {
  groupBatchAppend,
  groupV1,
  groupV2,
  key,
  type MadeAccount,
  PROGRAMS,
  tokenData,
  transactionOf,
} from '@/lib/testing/indexer/synthetic-chain'

/* Name and height determine the content, so two makers of the same chain agree byte for byte. */

export interface MadeBlock {
  slot: number
  parentSlot: number
  blockhash: string
  parentBlockhash: string
  /** Unix seconds. */
  blockTime: number | null
  height: number
  transactions: SerialisedTransaction[]
}

export type MadeChain = readonly MadeBlock[]

export const madeHash = (name: string) => base58.encode(key(name))

export const GENESIS_HASH = madeHash('genesis')

export type Filling = (height: number, fork: string, slot: number) => SerialisedTransaction[]

export interface Growth {
  slots: Iterable<number>
  fork?: string
  filling?: Filling
  blockTime?: (slot: number) => number | null
}

export function grown(chain: MadeChain, growth: Growth): MadeChain {
  const { fork = 'trunk', filling = usualFilling, blockTime = (slot: number) => 1_700_000_000 + slot } = growth
  const blocks = [...chain]
  for (const slot of growth.slots) {
    const parent = blocks.at(-1)
    if (parent && slot <= parent.slot) throw new Error(`slot ${slot} does not lie above slot ${parent.slot}`)
    const parentBlockhash = parent?.blockhash ?? base58.encode(new Uint8Array(32))
    const height = (parent?.height ?? -1) + 1
    blocks.push({
      slot,
      parentSlot: parent?.slot ?? Math.max(0, slot - 1),
      blockhash: madeHash(`block ${slot} of ${fork} on ${parentBlockhash}`),
      parentBlockhash,
      blockTime: blockTime(slot),
      height,
      transactions: filling(height, fork, slot),
    })
  }
  return blocks
}

export function shortened(chain: MadeChain, depth: number): MadeChain {
  return chain.slice(0, chain.length - depth)
}

export function slotsFrom(first: number, last: number, skipped: Iterable<number> = []): number[] {
  const without = new Set(skipped)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((slot) => !without.has(slot))
}

function account(name: string, height: number, i: number): MadeAccount {
  const isToken = i === 1
  return {
    hash: key(`account ${name} ${height}/${i}`),
    owner: isToken ? PROGRAMS.tokenBytes : key(`owner ${height % 5}`),
    leafIndex: height * 4 + i,
    lamports: 2n ** 63n + BigInt(height),
    data: isToken
      ? tokenData({ mint: key('mint'), owner: key(`wallet ${height % 3}`), amount: 7n, delegate: key('delegate') })
      : null,
  }
}

/**
 * Three transactions a block. The first is the same in every fork, as one that lands again after a real fork; the second
 * belongs to its fork and consumes what that fork made earlier; the third, in every fourth block, is a forester's batch append.
 */
export const usualFilling: Filling = (height, fork) => {
  const everywhere = (at: number) => [0, 1].map((i) => account('everywhere', at, i))
  const here = (at: number) => [0, 1].map((i) => account(fork, at, i))
  const hashes = (accounts: MadeAccount[]) => accounts.map(({ hash }) => hash)
  return [
    transactionOf(`everywhere ${height}`, [
      groupV1({
        inputs: hashes(everywhere(height - 3)).slice(1),
        outputs: everywhere(height),
        seq: BigInt(height * 2),
      }),
    ]),
    transactionOf(`${fork} ${height}`, [
      groupV2({
        inputs: [...hashes(everywhere(height - 2)).slice(0, 1), ...hashes(here(height - 1)).slice(1)],
        outputs: here(height),
      }),
    ]),
    ...(height % 4 === 0
      ? [transactionOf(`append ${fork} ${height}`, [groupBatchAppend(BigInt(height * 4 + fork.length))])]
      : []),
  ]
}
