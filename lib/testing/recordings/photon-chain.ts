import { base58 } from '@scure/base'
import type { Programs } from '@/lib/protocol/light/programs'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import { type MadeBlock, type MadeChain, madeHash } from '../node/made-chain'
import type { NodeStandIn } from '../node/stand-in'
import type { PhotonAnswers, RecordedBlock, Recording } from './recording'

/** facts/light-events.md 10. */
const TREE_HEAD = new Uint8Array([
  ...[172, 43, 172, 186, 29, 73, 219, 84],
  ...base58.decode('24rt4RgeyjUCWGS2eF7L7gyNMuz6JWdqYpAvb1KRoHxs'),
])

/** Unix seconds, for a first block without a recorded time; Photon takes no block without one. */
const MADE_TIME = 1_760_000_001

export function chainOfPhoton({ slots, extra, name }: PhotonAnswers, recording: Recording): MadeChain {
  const recorded = new Map<number, RecordedBlock[]>()
  for (const block of [...recording.blocks, ...(extra ? recording.extra : [])]) {
    recorded.set(block.slot, [...(recorded.get(block.slot) ?? []), block])
  }
  const chain: MadeBlock[] = []
  for (const [slot, at] of slots) {
    const blocks = recorded.get(at)
    if (!blocks) throw new Error(`${name}: nothing is recorded of slot ${at}`)
    const parent = chain.at(-1)
    chain.push({
      slot,
      parentSlot: parent?.slot ?? slot - 1,
      blockhash: madeHash(`${name} ${slot}`),
      parentBlockhash: parent?.blockhash ?? madeHash(`${name} before`),
      blockTime: blocks[0]?.blockTime ?? MADE_TIME + chain.length,
      height: chain.length,
      transactions: blocks.flatMap(({ entries }) => entries.map(({ transaction }) => transaction)),
    })
  }
  return chain
}

export function showTrees(node: NodeStandIn, chain: MadeChain, programs: Programs): void {
  for (const transaction of chain.flatMap(({ transactions }) => transactions)) {
    const parsed = parseTransaction(transaction, programs)
    for (const { tree } of (parsed.ok && parsed.update?.outputs) || []) {
      node.accounts.set(base58.encode(tree), { owner: programs.compression, data: TREE_HEAD })
    }
  }
}
