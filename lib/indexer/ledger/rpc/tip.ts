import { type Clock, pause } from '../../../platform/clock'
import type { FollowedChain } from './chain'
import type { NodeReply } from './nodes'

/** Milliseconds for which an answer of the node counts as of now. */
const FRESH = 1000

/** Milliseconds to wait for a node. */
const PATIENCE = 2000

/**
 * Milliseconds between two questions which chain it is, while the newest slot is below one that was there before: the
 * nodes of one chain are never quite at the same slot.
 */
const FALLEN = 5000

/** The newest slot of the chain, as its nodes report. */
export class Tip {
  /** The last one received; 0 before that. */
  slot = 0
  /** What nodes reply since they were last asked, instead of a slot; null where one said it. */
  reply: NodeReply | null = null
  private highest = 0
  private answeredAt = Number.NEGATIVE_INFINITY
  private asking: Promise<void> | null = null

  constructor(
    private readonly chain: FollowedChain,
    private readonly clock: Clock,
    private readonly end: AbortSignal,
    private readonly onHead: (slot: number) => void = () => undefined,
    /** Called where what nodes reply instead of it is another thing than before. */
    private readonly onReply: (reply: NodeReply | null) => void = () => undefined,
  ) {}

  /** Asks until a node answers. A slot that fell is believed where the chain is still the same. */
  async ask(signal: AbortSignal): Promise<void> {
    const slot = await this.chain.newestSlot({ signal, onReply: (reply) => this.replied(reply) })
    this.replied(null)
    if (slot < this.highest && !(await this.chain.confirm(FALLEN))) return
    this.slot = slot
    this.highest = Math.max(slot, this.highest)
    this.answeredAt = this.clock.monotonic()
    this.onHead(slot)
  }

  /** The newest slot as of now, at most a second old; null where no node answers in time. */
  async now(): Promise<number | null> {
    if (this.isFresh()) return this.slot
    this.asking ??= this.ask(this.end)
      .catch(() => undefined)
      .finally(() => {
        this.asking = null
      })
    const ended = new AbortController()
    await Promise.race([this.asking, pause(PATIENCE, ended.signal, this.clock)])
    ended.abort()
    return this.isFresh() ? this.slot : null
  }

  private isFresh(): boolean {
    return this.isKnownWithin(FRESH)
  }

  /** True where a node said it in the last `ms` milliseconds. */
  isKnownWithin(ms: number): boolean {
    return this.clock.monotonic() - this.answeredAt <= ms
  }

  private replied(reply: NodeReply | null): void {
    const before = this.reply
    this.reply = reply
    if (before?.reason !== reply?.reason || before?.op !== reply?.op) this.onReply(reply)
  }
}
