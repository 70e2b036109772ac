import { base58 } from '@scure/base'
import { LRUCache } from 'lru-cache'
import { STATE_TREES_V1, STATE_TREES_V2 } from '../../../protocol/light/state-trees'
import type { FollowedChain } from './chain'

/* Anyone can write into trees of their own: only those of the Light group are listed. facts/light-events.md 10. */

/** The program of these trees, and the account that genuine ones name as their owner. facts/light-events.md 1. */
const COMPRESSION_PROGRAM = 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq'
const GROUP = base58.decode('24rt4RgeyjUCWGS2eF7L7gyNMuz6JWdqYpAvb1KRoHxs')

const KNOWN_TREES = [...STATE_TREES_V1, ...STATE_TREES_V2]

/** How a tree's account begins, and the offset of its owner's key. facts/light-events.md 10. */
const LAYOUTS = [
  { head: Buffer.from([172, 43, 172, 186, 29, 73, 219, 84]), owner: 8 },
  { head: Buffer.from('BatchMta'), owner: 16 },
]

const HEAD_BYTES = 48

/** Bounded, since anyone can make more trees; forgotten ones are requested again. */
const REMEMBERED = 10_000

export class GenuineTrees {
  private readonly known = new LRUCache<string, { genuine: boolean }>({ max: REMEMBERED })

  constructor(
    private readonly chain: Pick<FollowedChain, 'accountHead'>,
    private readonly compressionProgram: string,
  ) {}

  /** Synchronous if known. With another compression program the group's key is unknown, and every tree is accepted. */
  accepts(tree: Uint8Array, slot: number, signal: AbortSignal): boolean | Promise<boolean> {
    if (this.compressionProgram !== COMPRESSION_PROGRAM) return true
    const key = base58.encode(tree)
    if (KNOWN_TREES.includes(key)) return true
    return this.known.get(key)?.genuine ?? this.check(key, slot, signal)
  }

  private async check(key: string, slot: number, signal: AbortSignal): Promise<boolean> {
    const account = await this.chain.accountHead(key, HEAD_BYTES, slot, signal)
    const genuine = account !== null && account.owner === this.compressionProgram && namesGroup(account.data)
    this.known.set(key, { genuine })
    return genuine
  }
}

function namesGroup(data: Uint8Array): boolean {
  const layout = LAYOUTS.find(({ head }) => head.equals(data.subarray(0, head.length)))
  return layout !== undefined && Buffer.from(GROUP).equals(data.subarray(layout.owner, layout.owner + GROUP.length))
}
