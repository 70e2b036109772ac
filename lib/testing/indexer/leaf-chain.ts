import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import type { BlockChanges } from '@/lib/indexer/store/changes'
import type { ChainPosition } from '@/lib/indexer/store/journal'
import type { AccountUpdate } from '@/lib/protocol/light/updates'

export type LeafBlock = BlockChanges & { chain: ChainPosition; next: readonly number[] }

export const LEAF_TREES = [0, 1, 2].map((n) => ({
  tree: bytes(`tree ${n}`, 32),
  treeType: n === 0 ? 1 : 3,
  queue: n === 0 ? null : bytes(`queue ${n}`, 32),
}))

export function leafTree(n: number): string {
  return base58.encode(LEAF_TREES[n]?.tree ?? new Uint8Array())
}

/** @param first each tree's first leaf index */
export function leafBlock(
  parent: LeafBlock | null,
  outputs: number[],
  { name = '', skipped = 0, first = [0, 0, 0] }: { name?: string; skipped?: number; first?: number[] } = {},
): LeafBlock {
  const parentSlot = parent?.slot ?? 0
  const parentBlockhash = parent?.chain.blockhash ?? base58.encode(bytes('genesis', 32))
  const slot = parentSlot + 1 + skipped
  const blockhash = base58.encode(bytes(`${parentBlockhash} ${slot} ${name}`, 32))
  const next = [...(parent?.next ?? first)]
  const made = outputs.map((n): AccountUpdate => {
    const leafIndex = next[n] ?? 0
    next[n] = leafIndex + 1
    return { ...PLAIN, ...(LEAF_TREES[n] ?? PLAIN), hash: bytes(`${blockhash} ${n} ${leafIndex}`, 32), leafIndex }
  })
  const transactions =
    made.length === 0
      ? []
      : [{ signature: bytes(`transaction ${blockhash}`, 64), inputs: [], outputs: made, batchAppends: [] }]
  return {
    slot,
    blockTime: 1_700_000_000 + slot,
    transactions,
    chain: { parentSlot, blockhash, parentBlockhash },
    next,
  }
}

const PLAIN: AccountUpdate = {
  hash: new Uint8Array(32),
  owner: bytes('owner', 32),
  lamports: 1n,
  address: null,
  data: null,
  ...{ tree: new Uint8Array(32), treeType: 1, queue: null, leafIndex: 0 },
  seq: null,
  token: null,
}

function bytes(text: string, length: number): Uint8Array {
  return new Uint8Array(createHash('shake256', { outputLength: length }).update(text).digest())
}
