import 'server-only'
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

/** Estimates that are this good are not improved: seconds, and part of the age. */
const FINE = { seconds: 30, part: 0.1 }

/** Milliseconds without look-ups after one that taught nothing. */
const PAUSE_MS = 60_000

/** Asks for the block times of the slots whose estimates are worst. @throws ProblemError */
export async function learnTimes(network: Network, slots: readonly number[]): Promise<void> {
  const times = blockTimesOf(network.name)
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const worst = worstOf(times.known, slots)
    if (worst === null || clock().monotonic() < times.pausedUntilMs) return
    times.pausedUntilMs = clock().monotonic() + PAUSE_MS
    await ask(network, METHOD, { limit: 1, cursor: cursorFrom(network, worst) }, 'search')
    if (doubt(times.known, worst) === 0) times.pausedUntilMs = 0
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
function doubt(known: KnownTimes, slot: number): number {
  const time = slotTime(known, slot)
  if (!time) return Number.POSITIVE_INFINITY
  const age = clock().wall() / 1_000 - time.seconds
  return Math.max(0, time.margin - Math.max(FINE.seconds, age * FINE.part))
}

/** Of the newest signature that is not above this slot. */
function cursorFrom(network: Network, slot: number): string | null {
  const key = Buffer.concat([invertBytes(u64BigEndian(slot)), Buffer.alloc(64)])
  return cursorAt(network, METHOD, {}, key, listOf(METHOD).orders[0])
}
