import { once } from '../../platform/once'
import { SMALL_STEP_BACK } from '../small-step-back'

/*
 * What signatures tell about the chain's clock: pairs of slot and block time, learned from every answer that brings
 * signatures, whoever asked. features.md e2: a clock without a chain node.
 */

/** A slot and its block time in Unix seconds. */
export interface BlockTime {
  slot: number
  seconds: number
}

/** How fast slots pass, and by how much that may be wrong: seconds per slot. */
export interface Pace {
  secondsPerSlot: number
  error: number
}

/** Slots behind the newest pair that are of use: some fifteen minutes. */
export const REACH_SLOTS = 2_250

/** Pairs that are kept: one for each ten seconds of that, and room for a slower chain. */
const MAX_PAIRS = 96
const APART_SECONDS = 10

/** What Solana aims at; between nothing and twice as much lies every chain of its kind. */
const ASSUMED: Pace = { secondsPerSlot: 0.4, error: 0.4 }

/** A pace is measured from pairs that are at least so far apart, because block times are whole seconds. */
const LEAST_SECONDS = 30

/** Share by which even a measured pace may change. */
const CHANGE = 0.05

/** Block times of one network, at most some fifteen minutes of them. */
export class BlockTimes {
  /** By slot, ascending. */
  #pairs: BlockTime[] = []
  #disagreement = 0

  /**
   * Learns from the signatures of an answer that was given at `contextSlot`. Times that the chain does not know (0) and
   * slots that the indexer cannot have reached teach nothing.
   */
  learn(contextSlot: number, items: readonly { slot: number; blockTime: number }[]): void {
    if ((this.#pairs.at(-1)?.slot ?? 0) > contextSlot + SMALL_STEP_BACK) this.#pairs = []
    let oldest: BlockTime | null = null
    let newest: BlockTime | null = null
    for (const { slot, blockTime: seconds } of items) {
      if (!(seconds > 0) || slot > contextSlot) continue
      if (!oldest || slot < oldest.slot) oldest = { slot, seconds }
      if (!newest || slot > newest.slot) newest = { slot, seconds }
    }
    for (const pair of [oldest, newest]) if (pair) this.#add(pair)
  }

  /** Lets go of all pairs: they may be those of another chain. */
  forget(): void {
    this.#pairs = []
  }

  /** Seconds by which the indexer's own clock and ours are known to differ. */
  get disagreement(): number {
    return this.#disagreement
  }

  /**
   * Compares clocks: an answer whose Date header says `dateMs` (whole seconds) was asked for and came between two
   * moments of our own, all in milliseconds since the epoch.
   */
  compareClocks(dateMs: number, requestedMs: number, receivedMs: number): void {
    this.#disagreement = Math.max(0, dateMs - receivedMs, requestedMs - (dateMs + 1_000)) / 1_000
  }

  /** The pair nearest to a slot; null without one in reach. */
  nearest(slot: number, reach = REACH_SLOTS): BlockTime | null {
    const distance = (pair: BlockTime) => Math.abs(pair.slot - slot)
    const near = this.#pairs.filter((pair) => distance(pair) <= reach)
    return near.length === 0 ? null : near.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best))
  }

  /** How fast slots pass: measured where pairs span enough, else assumed. */
  pace(): Pace {
    const [first] = this.#pairs
    const last = this.#pairs.at(-1)
    if (!first || !last || last.seconds - first.seconds < LEAST_SECONDS) return ASSUMED
    const secondsPerSlot = between(first, last)
    const middle = this.#pairs[Math.floor(this.#pairs.length / 2)] ?? last
    const halves = [between(first, middle), between(middle, last)].filter(Number.isFinite)
    const uneven = Math.max(0, ...halves.map((half) => Math.abs(half - secondsPerSlot)))
    // Each end may be half a second off.
    return { secondsPerSlot, error: uneven + 1 / (last.slot - first.slot) + CHANGE * secondsPerSlot }
  }

  #add(pair: BlockTime): void {
    const others = this.#pairs.filter(({ slot }) => slot !== pair.slot)
    const sorted = [...others, pair].sort((a, b) => a.slot - b.slot)
    const newest = sorted.at(-1)?.slot ?? 0
    const inReach = sorted.filter(({ slot }) => slot >= newest - REACH_SLOTS)
    this.#pairs = thinned(inReach).slice(-MAX_PAIRS)
  }
}

/** The first, the last, and of those between one for each ten seconds. */
function thinned(pairs: readonly BlockTime[]): BlockTime[] {
  const thinnedPairs: BlockTime[] = []
  for (const [i, pair] of pairs.entries()) {
    const before = thinnedPairs.at(-1)
    if (i === pairs.length - 1 || !before || pair.seconds - before.seconds >= APART_SECONDS) thinnedPairs.push(pair)
  }
  return thinnedPairs
}

function between(a: BlockTime, b: BlockTime): number {
  return (b.seconds - a.seconds) / (b.slot - a.slot)
}

const blockTimes = once('block times', () => new Map<string, BlockTimes>())

/** What is known of a network's chain clock. */
export function blockTimesOf(network: string): BlockTimes {
  const times = blockTimes().get(network) ?? new BlockTimes()
  blockTimes().set(network, times)
  return times
}

/** Forgets a network's chain clock: its chain is another one. */
export function forgetBlockTimes(network: string): void {
  blockTimes().delete(network)
}

/** Learns from an indexer's answer, in our form: of what operation it is shows in what its items hold. */
export function noteBlockTimes(network: string, result: unknown): void {
  if (!hasSignatures(result)) return
  blockTimesOf(network).learn(result.context.slot, result.value.items)
}

interface WithSignatures {
  context: { slot: number }
  value: { items: { slot: number; blockTime: number }[] }
}

/** True for answers whose rows are signatures: those of two operations today. */
function hasSignatures(result: unknown): result is WithSignatures {
  if (typeof result !== 'object' || result === null || !('value' in result)) return false
  const { items } = result.value as { items?: unknown }
  return Array.isArray(items) && items.length > 0 && typeof items[0] === 'object' && 'blockTime' in items[0]
}
