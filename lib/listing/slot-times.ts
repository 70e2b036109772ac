import 'server-only'
import { firstSlotAt } from '../format/first-slot'
import { type KnownTimes, slotTime } from '../format/slot-time'
import { clock } from '../platform/clock'
import { listOf } from '../protocol/rpc/methods'
import { invertBytes, u64BigEndian } from '../protocol/rpc/sort-key'
import { blockTimesOf } from '../upstream/indexer/block-times'
import type { Network } from '../upstream/networks/networks'
import { ask } from './ask'
import { cursorAt } from './cursor/cursor'

const METHOD = 'getLatestCompressionSignatures'

const MAX_CALLS = 3

/** Margins, in seconds and as part of the age: those that are not improved, and those of a slot for a time. */
const FINE = { seconds: 30, part: 0.1 }
const PRECISE = { seconds: 5, part: 0.001 }
const TELLING = { seconds: 60, part: 0.5 }

/** Milliseconds without look-ups after one that failed. */
const PAUSE_MS = 60_000

/** Looks up the block times of the slots whose estimates are worst. @throws ProblemError */
export async function learnTimes(network: Network, slots: readonly number[]): Promise<void> {
  const times = blockTimesOf(network.name)
  const left = new Set(slots)
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const worst = worstOf(times.known, [...left])
    if (worst === null || clock().monotonic() < times.pausedUntilMs) return
    left.delete(worst)
    try {
      await ask(network, METHOD, { limit: 1, cursor: cursorFrom(network, worst) }, 'search')
    } catch (error) {
      times.pausedUntilMs = clock().monotonic() + PAUSE_MS
      throw error
    }
  }
}

/** The first slot not before a time, after a few calls where that is uncertain. Null: nothing tells. @throws ProblemError */
export async function slotAt(network: Network, seconds: number): Promise<number | null> {
  const isAhead = seconds >= clock().wall() / 1_000
  for (let calls = 0; ; calls++) {
    const { known } = blockTimesOf(network.name)
    const slot = firstSlotAt(known, seconds)
    if (slot !== null && (isAhead || doubt(known, slot, PRECISE) === 0)) return slot
    if (calls === MAX_CALLS) return slot !== null && doubt(known, slot, TELLING) === 0 ? slot : null
    const cursor = slot === null ? null : cursorFrom(network, slot)
    const { result } = await ask(network, METHOD, { limit: 1, cursor }, 'search')
    // Nothing is as old, so that every row is newer.
    if (result.value.items.length === 0) return slot
  }
}

export function timesAround(network: Network, slots: readonly number[]): KnownTimes {
  const { blocks, pace } = blockTimesOf(network.name).known
  const needed = new Set([blocks.length - 1])
  for (const slot of slots) {
    const at = blocks.findIndex((block) => block.slot >= slot)
    needed.add(at)
    if (blocks[at]?.slot !== slot) needed.add(at - 1)
  }
  return { blocks: blocks.filter((_, i) => needed.has(i)), pace }
}

/** Null: all are fine. */
function worstOf(known: KnownTimes, slots: readonly number[]): number | null {
  const doubts = slots.map((slot) => doubt(known, slot))
  const worst = Math.max(0, ...doubts)
  return worst === 0 ? null : (slots[doubts.indexOf(worst)] ?? null)
}

/** Seconds by which the margin is too wide. */
function doubt(known: KnownTimes, slot: number, { seconds, part } = FINE): number {
  const time = slotTime(known, slot)
  if (!time) return Number.POSITIVE_INFINITY
  const age = clock().wall() / 1_000 - time.seconds
  return Math.max(0, time.margin - Math.max(seconds, age * part))
}

/** Of the newest signature that is not above this slot. */
function cursorFrom(network: Network, slot: number): string | null {
  const key = Buffer.concat([invertBytes(u64BigEndian(slot)), Buffer.alloc(64)])
  return cursorAt(network, METHOD, {}, key, listOf(METHOD).orders[0])
}
