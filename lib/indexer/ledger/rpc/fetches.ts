import { type Clock, pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import { pauseAfter } from '../../../rpc-client/backoff'
import type { Absence, ChainBlock } from './chain'
import type { AskOptions, NodeReply } from './nodes'

/** Slots that are fetched or held ahead of the last released one: a few more than run at once. */
const SLOTS_AHEAD = 40

/** Parsed characters fetched or held ahead, above which only the next block is requested. */
export const CHARS_AHEAD = 32 * 1024 * 1024

/** The expected size is the largest so far, and shrinks by this factor with each smaller block. */
const SIZE_DECAY = 0.9

/** Pauses between requests for a block that is not there yet: the first, the longest, and the longest far below the head. */
const RETRY_MS = { first: 150, longest: 2000, longestFarBelow: 30_000 }

const LONG_RUN = 200

const FAR_BELOW = 100

export interface BlockFetchesOptions {
  read(slot: number, options: AskOptions): Promise<ChainBlock | Absence>
  clock: Clock
  random: () => number
}

/** Skipped slots are provisional until a block above names its parent. */
export class BlockFetches {
  private readonly blocks = new Map<number, ChainBlock>()
  private readonly skipped = new Set<number>()
  private readonly running = new Map<number, AbortController>()
  private readonly misfits = new Map<number, number>()
  private readonly replies = new Map<number, NodeReply>()
  private tip = 0
  private reachesTip = true
  private skippedAhead = 0
  private expected = Math.floor(CHARS_AHEAD / 20)
  private failure: { error: unknown } | null = null
  private wake = () => {}

  constructor(private readonly options: BlockFetchesOptions) {}

  /** Fetches the lowest slot in any case, others while there is room. */
  fill(next: number, tip: number): void {
    this.tip = tip
    this.reachesTip = false
    this.skippedAhead = 0
    let size = this.running.size * this.expected
    for (const block of this.blocks.values()) size += block.size
    let ahead = 0
    let isLowest = true
    for (let slot = next; slot <= tip && ahead < SLOTS_AHEAD; slot++) {
      if (this.skipped.has(slot)) {
        this.skippedAhead++
        continue
      }
      ahead++
      if (this.blocks.has(slot)) continue
      if (!this.running.has(slot)) {
        if (!isLowest && size + this.expected > CHARS_AHEAD) return
        this.start(slot)
        size += this.expected
      }
      isLowest = false
    }
    this.reachesTip = ahead < SLOTS_AHEAD
  }

  /** True if requests so far gave no block, and there are more slots below the head. */
  get isDry(): boolean {
    if (this.reachesTip || this.blocks.size > 0) return false
    if (this.skippedAhead >= LONG_RUN) return true
    for (const slot of this.running.keys()) if (!this.replies.get(slot)?.isAnswer) return false
    return true
  }

  get isFull(): boolean {
    return !this.reachesTip
  }

  replyTo(slot: number): NodeReply | null {
    return this.replies.get(slot) ?? null
  }

  lowest(): ChainBlock | undefined {
    if (this.failure) throw this.failure.error
    return this.held()
  }

  held(): ChainBlock | undefined {
    return this.blocks.get(Math.min(...this.blocks.keys()))
  }

  fail(error: unknown): void {
    this.failure = { error }
    this.changed()
  }

  isRunning(slot: number): boolean {
    return this.running.has(slot)
  }

  /** Fetches a block that did not fit once more: after a pause, from another node first. */
  fetchAgain(slot: number): void {
    this.blocks.delete(slot)
    this.noteMisfit(slot)
    this.start(slot)
  }

  /** Fetches `slot` again, and skipped slots from `first` on, which its node may lack. Returns how often that was. */
  refetch(first: number, slot: number): number {
    const others = [...this.skipped].filter((each) => each >= first && each < slot).sort((a, b) => a - b)
    for (const each of others.slice(0, SLOTS_AHEAD)) this.noteMisfit(each)
    this.fetchAgain(slot)
    return this.misfits.get(slot) ?? 0
  }

  private noteMisfit(slot: number): void {
    this.skipped.delete(slot)
    this.misfits.set(slot, (this.misfits.get(slot) ?? 0) + 1)
  }

  ensureFetching(slot: number): void {
    if (!this.blocks.has(slot)) this.start(slot)
  }

  /** The newest skipped slots are unconfirmed: no block above names its parent. */
  forgetNewestSkipped(tip: number): void {
    for (const slot of this.skipped) if (slot > tip - SLOTS_AHEAD) this.skipped.delete(slot)
  }

  forgetBlocks(): void {
    this.blocks.clear()
  }

  drop(upTo: number): void {
    for (const [slot, stop] of this.running) if (slot <= upTo) this.end(slot, stop)
    for (const slots of [this.blocks, this.skipped, this.misfits, this.replies]) {
      for (const slot of slots.keys()) if (slot <= upTo) slots.delete(slot)
    }
  }

  clear(): void {
    this.drop(Number.POSITIVE_INFINITY)
  }

  change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  changed(): void {
    this.wake()
  }

  private end(slot: number, stop: AbortController): void {
    this.running.delete(slot)
    stop.abort()
  }

  private start(slot: number): void {
    if (this.running.has(slot)) return
    const stop = new AbortController()
    this.running.set(slot, stop)
    this.untilAnswered(slot, stop.signal)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) this.failure = { error }
      })
      .finally(() => {
        if (this.running.get(slot) === stop) this.running.delete(slot)
        this.changed()
      })
  }

  private async untilAnswered(slot: number, signal: AbortSignal): Promise<void> {
    const { read, clock, random } = this.options
    const misfits = this.misfits.get(slot) ?? 0
    if (misfits > 0) await pause(pauseAfter(misfits, random), signal, clock)
    const onReply = (reply: NodeReply) => {
      if (signal.aborted) return
      const isFirst = reply.isAnswer && !this.replies.get(slot)?.isAnswer
      this.replies.set(slot, reply)
      if (isFirst) this.changed()
    }
    for (let attempt = misfits; !signal.aborted; attempt++) {
      const answer = await read(slot, { signal, attempt, onReply })
      if (signal.aborted) return
      if (answer === 'skipped') return void this.skipped.add(slot)
      if (typeof answer === 'object') {
        this.expected = Math.max(answer.size, this.expected * SIZE_DECAY)
        return void this.blocks.set(slot, answer)
      }
      if (answer === 'cleaned up') logCleanedUp(slot, attempt - misfits)
      const longest = this.tip - slot > FAR_BELOW ? RETRY_MS.longestFarBelow : RETRY_MS.longest
      const waitMs =
        answer === 'to come'
          ? Math.min(longest, RETRY_MS.first * 1.5 ** (attempt - misfits))
          : pauseAfter(attempt - misfits + 1, random)
      await pause(waitMs, signal, clock)
    }
  }
}

/** Logs every dozenth attempt: such a slot stays missing until a node that keeps more is added. */
function logCleanedUp(slot: number, attempt: number): void {
  if (attempt % 12 === 3)
    log('warn', 'no node of LEDGER has this block any more; a node with history is needed', { slot })
}
