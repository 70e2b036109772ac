import { SMALL_STEP_BACK } from '../../upstream/small-step-back'
/* Joins the heads of a chain's nodes. Pure; times are monotonic milliseconds. */

/** Milliseconds after which an unmoved head is ignored while another one moves. */
export const STANDS_MS = 60_000

/** Two minutes of the fastest probe. */
const MOST_SAMPLES = 24

const LEAST_PACE_MS = 20_000

export interface NodeHead {
  slot: number
  /** Since the last setback. */
  highest: number
  sinceMs: number
}

/** `back`: the head fell by more than the usual difference between responses. */
export function seeHead(before: NodeHead | null, slot: number, nowMs: number): { head: NodeHead; back: boolean } {
  const back = before !== null && slot < before.highest - SMALL_STEP_BACK
  if (before === null || back || slot > before.highest) {
    return { head: { slot, highest: slot, sinceMs: nowMs }, back }
  }
  return { head: { ...before, slot }, back: false }
}

export interface JoinedHead {
  slot: number
  nodes: number
  counted: number
  /** False if no head has moved for a minute. */
  moves: boolean
}

/**
 * One node: its head; two: the lower; more: the second-highest, so that one absurd head decides nothing. Unmoved heads count
 * only if all are. null without a node.
 */
export function joinHeads(heads: readonly NodeHead[], nowMs: number): JoinedHead | null {
  const moving = heads.filter(({ sinceMs }) => nowMs - sinceMs < STANDS_MS)
  const counted = moving.length > 0 ? moving : heads
  const [first, second] = counted.map(({ slot }) => slot).sort((a, b) => b - a)
  if (first === undefined) return null
  return { slot: second ?? first, nodes: heads.length, counted: counted.length, moves: moving.length > 0 }
}

export type HeadSamples = readonly { atMs: number; slot: number }[]

/** After a large fall, older samples are of another chain and are dropped. */
export function withSample(samples: HeadSamples, slot: number, atMs: number): HeadSamples {
  const last = samples.at(-1)
  const left = last && slot < last.slot - SMALL_STEP_BACK ? [] : samples
  return [...left, { atMs, slot }].slice(-MOST_SAMPLES)
}

export function risesSince(samples: HeadSamples, sinceMs: number): number {
  let highest = Number.NEGATIVE_INFINITY
  let rises = 0
  for (const [i, { atMs, slot }] of samples.entries()) {
    if (i > 0 && slot > highest && atMs > sinceMs) rises++
    highest = Math.max(highest, slot)
  }
  return rises
}

/** null: too short a span, or no movement. */
export function secondsPerSlot(samples: HeadSamples): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < LEAST_PACE_MS || last.slot <= first.slot) return null
  return (last.atMs - first.atMs) / 1_000 / (last.slot - first.slot)
}
