import { type Clock, pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import { pauseAfter } from '../../../rpc-client/backoff'
import type { Absence, ChainBlock } from './chain'
import type { AskOptions, NodeReply } from './nodes'

/** Slots that are fetched or held ahead of the last released one: a few more than run at once. */
const AHEAD = 40

/** Parsed characters of the blocks fetched or held ahead, above which no more are asked for but the one that is next. */
export const AHEAD_SIZE = 32 * 1024 * 1024

/** A block to come counts like the largest before it, which each smaller one makes smaller by this. */
const FADES = 0.9

/** Milliseconds until a block that is to come is asked for again: at first, and at most, near the head and far below it. */
const TO_COME = { first: 150, longest: 2000, longestFarBelow: 30_000 }

/** Skipped slots in a row from which the next block is better searched than asked for slot by slot. */
const LONG_RUN = 200

/** Slots below the head from which a block should long be there. */
const FAR_BELOW = 100

/** How a slot is read, and how retries are timed. */
export interface FetchesOptions {
  read(slot: number, options: AskOptions): Promise<ChainBlock | Absence>
  clock: Clock
  random: () => number
}

/**
 * The blocks of the slots ahead, fetched side by side, each asked for until there is an answer. A skipped slot is
 * believed for the time being: the block above it tells what its parent is.
 */
export class Fetches {
  private readonly blocks = new Map<number, ChainBlock>()
  private readonly skipped = new Set<number>()
  private readonly running = new Map<number, AbortController>()
  /** How often a slot's answer did not fit. */
  private readonly misfits = new Map<number, number>()
  /** What was last replied instead of a block. */
  private readonly replies = new Map<number, NodeReply>()
  private tip = 0
  private reachesTip = true
  private skippedAhead = 0
  /** Characters that a block to come counts as; before the first one, a twentieth of the room. */
  private expected = Math.floor(AHEAD_SIZE / 20)
  private failure: { error: unknown } | null = null
  private wake = () => {}

  constructor(private readonly options: FetchesOptions) {}

  /** Starts what is missing of the next slots from `next` to `tip`: the lowest of them, and as many as there is room for. */
  fill(next: number, tip: number): void {
    this.tip = tip
    this.reachesTip = false
    this.skippedAhead = 0
    let size = this.running.size * this.expected
    for (const block of this.blocks.values()) size += block.size
    let ahead = 0
    let isLowest = true
    for (let slot = next; slot <= tip && ahead < AHEAD; slot++) {
      if (this.skipped.has(slot)) {
        this.skippedAhead++
        continue
      }
      ahead++
      if (this.blocks.has(slot)) continue
      if (!this.running.has(slot)) {
        if (!isLowest && size + this.expected > AHEAD_SIZE) return
        this.start(slot)
        size += this.expected
      }
      isLowest = false
    }
    this.reachesTip = ahead < AHEAD
  }

  /** True where nodes gave no block for slots that were asked for, as far as they were, and there are more below the head. */
  get isDry(): boolean {
    if (this.reachesTip || this.blocks.size > 0) return false
    if (this.skippedAhead >= LONG_RUN) return true
    for (const slot of this.running.keys()) if (!this.replies.get(slot)?.isAnswer) return false
    return true
  }

  /** True where slots below the head are not asked for yet. */
  get isFull(): boolean {
    return !this.reachesTip
  }

  /** What was last replied for a slot instead of a block; null: nothing, or it was found. */
  replyTo(slot: number): NodeReply | null {
    return this.replies.get(slot) ?? null
  }

  /** The found block with the lowest slot. */
  lowest(): ChainBlock | undefined {
    if (this.failure) throw this.failure.error
    return this.held()
  }

  /** The same, whatever has failed. */
  held(): ChainBlock | undefined {
    return this.blocks.get(Math.min(...this.blocks.keys()))
  }

  /** Ends it by this error. */
  fail(error: unknown): void {
    this.failure = { error }
    this.changed()
  }

  isRunning(slot: number): boolean {
    return this.running.has(slot)
  }

  /** Fetches a slot again after a pause, beginning with another node: its answer did not fit. */
  again(slot: number): void {
    this.blocks.delete(slot)
    this.noteMisfit(slot)
    this.start(slot)
  }

  /**
   * Doubts that a slot was skipped, and with it the lowest from `first` on that were said to be: who lacks one block may lack
   * those below it. Returns how often it was doubted.
   */
  doubt(first: number, slot: number): number {
    const others = [...this.skipped].filter((each) => each >= first && each < slot).sort((a, b) => a - b)
    for (const each of others.slice(0, AHEAD)) this.noteMisfit(each)
    this.again(slot)
    return this.misfits.get(slot) ?? 0
  }

  private noteMisfit(slot: number): void {
    this.skipped.delete(slot)
    this.misfits.set(slot, (this.misfits.get(slot) ?? 0) + 1)
  }

  /** Fetches a slot beside those that are next. */
  also(slot: number): void {
    if (!this.blocks.has(slot)) this.start(slot)
  }

  /** Doubts that the newest slots were skipped: no block above them is there to tell. */
  doubtSkipped(tip: number): void {
    for (const slot of this.skipped) if (slot > tip - AHEAD) this.skipped.delete(slot)
  }

  /** Forgets the blocks that wait for the ones below them. */
  forgetBlocks(): void {
    this.blocks.clear()
  }

  /** Forgets everything up to a slot. */
  drop(upTo: number): void {
    for (const [slot, stop] of this.running) if (slot <= upTo) this.end(slot, stop)
    for (const slots of [this.blocks, this.skipped, this.misfits, this.replies]) {
      for (const slot of slots.keys()) if (slot <= upTo) slots.delete(slot)
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.drop(Number.POSITIVE_INFINITY)
  }

  /** Resolves when something was found, or `changed` was called. */
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
        this.expected = Math.max(answer.size, this.expected * FADES)
        return void this.blocks.set(slot, answer)
      }
      if (answer === 'cleaned up') logCleanedUp(slot, attempt - misfits)
      const longest = this.tip - slot > FAR_BELOW ? TO_COME.longestFarBelow : TO_COME.longest
      const waitMs =
        answer === 'to come'
          ? Math.min(longest, TO_COME.first * 1.5 ** (attempt - misfits))
          : pauseAfter(attempt - misfits + 1, random)
      await pause(waitMs, signal, clock)
    }
  }
}

/** Once every dozen attempts: it may last until somebody adds a node that keeps more. */
function logCleanedUp(slot: number, attempt: number): void {
  if (attempt % 12 === 3)
    log('warn', 'no node of LEDGER has this block any more; a node with history is needed', { slot })
}
