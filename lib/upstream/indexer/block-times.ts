import { type BlockTime, type KnownTimes, USUAL_PACE } from '../../format/slot-time'
import { once } from '../../platform/once'
import { SMALL_STEP_BACK } from '../small-step-back'

/* Estimates a slot's time without a chain node, from the slots and block times in answers with signatures. features.md e2. */

export const REACH_SLOTS = 2_250

/** Solana's target pace, with an error of 100 % for other chains. */
const ASSUMED_PACE = { secondsPerSlot: USUAL_PACE, error: USUAL_PACE }

/** Minimum span of a measurement, because block times are whole seconds. */
const MIN_SECONDS = 30

const PACE_CHANGE = 0.05

/** Enough for blocks whose distance is a tenth of their age, from a minute to years. */
const MAX_BLOCKS = 256

const MINUTE = 60

export class BlockTimes {
  /** By slot; the older, the fewer. */
  #blocks: BlockTime[] = []
  #disagreement = 0
  /** Monotonic milliseconds until which no block time is looked up, after a failed lookup. */
  pausedUntilMs = 0

  /** Ignores unknown times (0) and slots that the indexer cannot have reached. */
  learn(contextSlot: number, items: readonly { slot: number; blockTime: number }[]): void {
    if ((this.#blocks.at(-1)?.slot ?? 0) > contextSlot + SMALL_STEP_BACK) this.forget()
    let oldest: BlockTime | null = null
    let newest: BlockTime | null = null
    for (const { slot, blockTime: seconds } of items) {
      if (!(seconds > 0) || slot > contextSlot) continue
      if (!oldest || slot < oldest.slot) oldest = { slot, seconds }
      if (!newest || slot > newest.slot) newest = { slot, seconds }
    }
    for (const block of [oldest, newest]) if (block) this.#blocks = withBlock(this.#blocks, block)
  }

  forget(): void {
    this.#blocks = []
  }

  get known(): KnownTimes {
    return { blocks: this.#blocks, pace: fastestPace(this.#blocks) }
  }

  /** Minimum difference between the indexer's clock and ours, in seconds. */
  get disagreement(): number {
    return this.#disagreement
  }

  /** Milliseconds since the epoch. @param dateMs from the Date header, which has whole seconds */
  compareClocks(dateMs: number, requestedMs: number, receivedMs: number): void {
    this.#disagreement = Math.max(0, dateMs - receivedMs, requestedMs - (dateMs + 1_000)) / 1_000
  }

  nearest(slot: number): BlockTime | null {
    const distance = (block: BlockTime) => Math.abs(block.slot - slot)
    const near = this.#blocks.filter((block) => distance(block) <= REACH_SLOTS)
    return near.length === 0 ? null : near.reduce((best, block) => (distance(block) < distance(best) ? block : best))
  }

  /** Of the newest blocks. */
  pace(): typeof ASSUMED_PACE {
    const last = this.#blocks.at(-1)
    const first = last && this.#blocks.find(({ slot }) => slot >= last.slot - REACH_SLOTS)
    if (!first || last.seconds - first.seconds < MIN_SECONDS) return ASSUMED_PACE
    const secondsPerSlot = between(first, last)
    const middle = this.#blocks.find(({ slot }) => slot * 2 >= first.slot + last.slot) ?? last
    const halves = [between(first, middle), between(middle, last)].filter(Number.isFinite)
    const uneven = Math.max(0, ...halves.map((half) => Math.abs(half - secondsPerSlot)))
    // Each block time may be wrong by half a second.
    return { secondsPerSlot, error: uneven + 1 / (last.slot - first.slot) + PACE_CHANGE * secondsPerSlot }
  }
}

/** Adds a block and drops known ones that contradict it. */
function withBlock(blocks: readonly BlockTime[], block: BlockTime): BlockTime[] {
  const before = blocks.filter(({ slot, seconds }) => slot < block.slot && seconds <= block.seconds)
  const after = blocks.filter(({ slot, seconds }) => slot > block.slot && seconds >= block.seconds)
  const all = [...before, block, ...after]
  if (all.length <= MAX_BLOCKS) return all
  const newest = all.at(-1)?.slot ?? 0
  const gapAt = (i: number) => ((all[i + 1]?.slot ?? 0) - (all[i - 1]?.slot ?? 0)) / (newest - (all[i]?.slot ?? 0))
  let least = 1
  for (let i = 2; i < all.length - 1; i++) if (gapAt(i) < gapAt(least)) least = i
  return all.toSpliced(least, 1)
}

function fastestPace(blocks: readonly BlockTime[]): number | null {
  let [fastest, from] = [Number.POSITIVE_INFINITY, 0]
  for (const block of blocks) {
    const spanFrom = (i: number) => block.seconds - (blocks[i]?.seconds ?? Number.POSITIVE_INFINITY)
    while (spanFrom(from + 1) >= MINUTE) from++
    const first = blocks[from]
    if (first && spanFrom(from) >= MINUTE) fastest = Math.min(fastest, between(first, block))
  }
  return Number.isFinite(fastest) ? fastest : null
}

function between(a: BlockTime, b: BlockTime): number {
  return (b.seconds - a.seconds) / (b.slot - a.slot)
}

const blockTimes = once('block times', () => new Map<string, BlockTimes>())

export function blockTimesOf(network: string): BlockTimes {
  const times = blockTimes().get(network) ?? new BlockTimes()
  blockTimes().set(network, times)
  return times
}

export function forgetBlockTimes(network: string): void {
  blockTimes().delete(network)
}

export function noteBlockTimes(network: string, result: unknown): void {
  if (!hasSignatures(result)) return
  blockTimesOf(network).learn(result.context.slot, result.value.items)
}

function hasSignatures(
  result: unknown,
): result is { context: { slot: number }; value: { items: { slot: number; blockTime: number }[] } } {
  if (typeof result !== 'object' || result === null || !('value' in result)) return false
  const { items } = result.value as { items?: unknown }
  return Array.isArray(items) && items.length > 0 && typeof items[0] === 'object' && 'blockTime' in items[0]
}
