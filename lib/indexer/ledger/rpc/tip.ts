import { type Clock, pause } from '../../../platform/clock'
import type { FollowedChain } from './chain'
import type { NodeReply } from './nodes'

const FRESH_MS = 1000

const TIMEOUT_MS = 2000

/** While the slot is below an earlier one, the chain is confirmed only so often: nodes are never quite at the same slot. */
const FALLEN_CONFIRM_MS = 5000

export class ChainTip {
  slot = 0
  reply: NodeReply | null = null
  private highest = 0
  private answeredAt = Number.NEGATIVE_INFINITY
  private asking: Promise<void> | null = null

  constructor(
    private readonly chain: FollowedChain,
    private readonly clock: Clock,
    private readonly end: AbortSignal,
    private readonly onReply: (reply: NodeReply | null) => void = () => undefined,
  ) {}

  /** Retries until a node answers. A lower slot is accepted if the chain is still the same. */
  async ask(signal: AbortSignal): Promise<void> {
    const slot = await this.chain.newestSlot({ signal, onReply: (reply) => this.replied(reply) })
    this.replied(null)
    if (slot < this.highest && !(await this.chain.confirm(FALLEN_CONFIRM_MS))) return
    this.slot = slot
    this.highest = Math.max(slot, this.highest)
    this.answeredAt = this.clock.monotonic()
  }

  /** At most a second old; null: no node answers in time. */
  async now(): Promise<number | null> {
    if (this.isFresh()) return this.slot
    this.asking ??= this.ask(this.end)
      .catch(() => undefined)
      .finally(() => {
        this.asking = null
      })
    const ended = new AbortController()
    await Promise.race([this.asking, pause(TIMEOUT_MS, ended.signal, this.clock)])
    ended.abort()
    return this.isFresh() ? this.slot : null
  }

  private isFresh(): boolean {
    return this.isKnownWithin(FRESH_MS)
  }

  isKnownWithin(ms: number): boolean {
    return this.clock.monotonic() - this.answeredAt <= ms
  }

  private replied(reply: NodeReply | null): void {
    const before = this.reply
    this.reply = reply
    if (before?.reason !== reply?.reason || before?.op !== reply?.op) this.onReply(reply)
  }
}
