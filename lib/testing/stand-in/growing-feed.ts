import { base58 } from '@scure/base'
import type { SignatureItem } from '@/lib/protocol/rpc/items'
import { signatureOf } from './fixtures'
import type { StandIn } from './stand-in'

/** Slots in a second: the chain's usual pace. */
const PACE = 2.5

/** The signatures of a chain that goes on when a test says so: one to three in each slot, in the order of an indexer. */
export class GrowingFeed {
  #slot: number
  readonly #began: number

  /** @param indexer lists them from now on, as those of the last `slots` slots. */
  constructor(
    private readonly indexer: StandIn,
    slots: number,
  ) {
    this.#slot = indexer.data.slot
    this.#began = this.#slot - slots
    indexer.data.latest = Array.from({ length: slots }, (_, i) => this.#signaturesIn(this.#began + i + 1))
      .reverse()
      .flat()
  }

  /** The chain is some slots further. */
  grow(slots: number): void {
    const { data } = this.indexer
    for (let i = 0; i < slots; i++) data.latest.unshift(...this.#signaturesIn(++this.#slot))
    data.slot = this.#slot
  }

  /** Newest first: by slot, then by the bytes of the signature. */
  #signaturesIn(slot: number): SignatureItem[] {
    const blockTime = 1_763_600_000 + Math.floor((slot - this.#began) / PACE)
    const signatures = Array.from({ length: 1 + (slot % 3) }, (_, i) => signatureOf(`${i} of slot ${slot}`))
    return signatures
      .sort((a, b) => Buffer.compare(base58.decode(b), base58.decode(a)))
      .map((signature) => ({ signature, slot, blockTime }))
  }
}
