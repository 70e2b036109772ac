import { base58 } from '@scure/base'
import type { SignatureItem } from '@/lib/protocol/rpc/items'
import { signatureOf } from './fixtures'
import type { StandIn } from './stand-in'

const PACE = 2.5

export class GrowingFeed {
  #slot: number
  readonly #began: number

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

  grow(slots: number): void {
    const { data } = this.indexer
    for (let i = 0; i < slots; i++) data.latest.unshift(...this.#signaturesIn(++this.#slot))
    data.slot = this.#slot
  }

  #signaturesIn(slot: number): SignatureItem[] {
    const blockTime = 1_763_600_000 + Math.floor((slot - this.#began) / PACE)
    const signatures = Array.from({ length: 1 + (slot % 3) }, (_, i) => signatureOf(`${i} of slot ${slot}`))
    return signatures
      .sort((a, b) => Buffer.compare(base58.decode(b), base58.decode(a)))
      .map((signature) => ({ signature, slot, blockTime }))
  }
}
