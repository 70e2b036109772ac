import { base58 } from '@scure/base'
import { LRUCache } from 'lru-cache'
import { STATE_TREES_V1, STATE_TREES_V2 } from '../../../protocol/light/state-trees'
import type { FollowedChain } from './chain'

/*
 * Which trees count. Anybody may make a tree with the compression program and write into it what he likes; only those
 * of the Light group are listed. facts/light-events.md 10.
 */

/** The program whose trees these are, and the account that genuine ones name as their owner. facts/light-events.md 1. */
const COMPRESSION_PROGRAM = 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq'
const GROUP = base58.decode('24rt4RgeyjUCWGS2eF7L7gyNMuz6JWdqYpAvb1KRoHxs')

/** Never asked for. */
const KNOWN_TREES = [...STATE_TREES_V1, ...STATE_TREES_V2]

/** How the account of a tree begins, and where its owner's key stands. facts/light-events.md 10. */
const LAYOUTS = [
  { head: Buffer.from([172, 43, 172, 186, 29, 73, 219, 84]), owner: 8 },
  { head: Buffer.from('BatchMta'), owner: 16 },
]

/** Enough for both layouts. */
const HEAD_BYTES = 48

/** Foreign and genuine trees remembered; a stranger could make more, and then they are asked for again. */
const REMEMBERED = 10_000

/** Which trees count, remembered by their address. */
export class Trees {
  private readonly known = new LRUCache<string, { genuine: boolean }>({ max: REMEMBERED })

  constructor(
    private readonly chain: Pick<FollowedChain, 'accountHead'>,
    private readonly compressionProgram: string,
  ) {}

  /**
   * Whether the Light group owns a tree that was written to in `slot`. Answered at once where it is known. With another
   * compression program the group's key is not known, and every tree is taken.
   */
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
