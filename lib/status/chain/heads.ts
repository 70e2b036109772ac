import { SMALL_STEP_BACK } from '../../upstream/small-step-back'
/*
 * Where a chain is, by the heads of its nodes. Pure: times come in, monotonic milliseconds.
 */

/** A head that did not rise for this long (ms) does not count while another one moves. */
export const STANDS_MS = 60_000

/** Samples that are left: two minutes of the fastest probe. */
const MOST_SAMPLES = 24

/** A pace is measured over at least this long (ms). */
const LEAST_PACE_MS = 20_000

/** The head of one node, from one sample to the next. */
export interface NodeHead {
  /** As it answered last. */
  slot: number
  /** The highest it answered since it was last set back, and when it was first seen there. */
  highest: number
  sinceMs: number
}

/** The head of a node after one more answer; `back`: it fell by more than answers about one chain differ. */
export function seeHead(before: NodeHead | null, slot: number, nowMs: number): { head: NodeHead; back: boolean } {
  const back = before !== null && slot < before.highest - SMALL_STEP_BACK
  if (before === null || back || slot > before.highest) {
    return { head: { slot, highest: slot, sinceMs: nowMs }, back }
  }
  return { head: { ...before, slot }, back: false }
}

/** The chain's head by the nodes that answered one sample. */
export interface JoinedHead {
  slot: number
  /** Nodes that answered, and those of them that counted. */
  nodes: number
  counted: number
  /** False where all of them stood for a minute. */
  moves: boolean
}

/**
 * One node: its head; two: the lower; more: the second-highest, so that a single absurd one decides nothing. Heads that
 * stood for a minute do not count unless all do. null without a node.
 */
export function joinHeads(heads: readonly NodeHead[], nowMs: number): JoinedHead | null {
  const moving = heads.filter(({ sinceMs }) => nowMs - sinceMs < STANDS_MS)
  const counted = moving.length > 0 ? moving : heads
  const [first, second] = counted.map(({ slot }) => slot).sort((a, b) => b - a)
  if (first === undefined) return null
  return { slot: second ?? first, nodes: heads.length, counted: counted.length, moves: moving.length > 0 }
}

/** The chain's head in recent samples, oldest first. */
export type HeadSamples = readonly { atMs: number; slot: number }[]

/** The samples with one more. What was seen of a head that fell far is of another chain, and left out. */
export function withSample(samples: HeadSamples, slot: number, atMs: number): HeadSamples {
  const last = samples.at(-1)
  const left = last && slot < last.slot - SMALL_STEP_BACK ? [] : samples
  return [...left, { atMs, slot }].slice(-MOST_SAMPLES)
}

/** How many samples after a moment saw the head rise above all that was seen before. */
export function risesSince(samples: HeadSamples, sinceMs: number): number {
  let highest = Number.NEGATIVE_INFINITY
  let rises = 0
  for (const [i, { atMs, slot }] of samples.entries()) {
    if (i > 0 && slot > highest && atMs > sinceMs) rises++
    highest = Math.max(highest, slot)
  }
  return rises
}

/** Seconds a slot takes by the head's own movement; null where it was not seen for long enough, or stood. */
export function secondsPerSlot(samples: HeadSamples): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < LEAST_PACE_MS || last.slot <= first.slot) return null
  return (last.atMs - first.atMs) / 1_000 / (last.slot - first.slot)
}
