import type { ChainHead, Standstill } from '../../api/status'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'
import { doubtSlot, type SlotDoubt } from '../slot-doubt'

/* Combines the heads of a chain's nodes, and computes an indexer's lag. Pure; times are monotonic milliseconds. */

/** Milliseconds after which an unmoved head is ignored if another one moves. */
export const STALLED_HEAD_MS = 60_000

/** Two minutes of the fastest probe. */
const MAX_SAMPLES = 24

const MIN_PACE_MS = 20_000

export interface NodeHead {
  slot: number
  /** The highest slot since the last setback. */
  highest: number
  sinceMs: number
  doubt?: SlotDoubt | undefined
}

/** `back`: the head fell by more than responses usually differ. A doubted slot leaves the head as it was. */
export function updateHead(before: NodeHead | null, slot: number, nowMs: number): { head: NodeHead; back: boolean } {
  const known = before && { slot: before.highest, atMs: before.sinceMs }
  const doubt = before && known && doubtSlot(before.doubt ?? null, slot, known, nowMs)
  if (doubt) return { head: { ...before, doubt }, back: false }
  const back = before !== null && slot < before.highest - SMALL_STEP_BACK
  if (before === null || back || slot > before.highest) {
    return { head: { slot, highest: slot, sinceMs: nowMs }, back }
  }
  const { doubt: _, ...believed } = before
  return { head: { ...believed, slot }, back: false }
}

export interface JoinedHead {
  slot: number
  nodes: number
  counted: number
  /** False if no head has moved for a minute. */
  moves: boolean
}

/**
 * One node: its head; two: the lower; more: the second-highest, so that a single wrong head has no effect. Unmoved heads
 * count only if all are unmoved. null: no node.
 */
export function joinHeads(heads: readonly NodeHead[], nowMs: number): JoinedHead | null {
  const moving = heads.filter(({ sinceMs }) => nowMs - sinceMs < STALLED_HEAD_MS)
  const counted = moving.length > 0 ? moving : heads
  const [first, second] = counted.map(({ slot }) => slot).sort((a, b) => b - a)
  if (first === undefined) return null
  return { slot: second ?? first, nodes: heads.length, counted: counted.length, moves: moving.length > 0 }
}

export type HeadSamples = readonly { atMs: number; slot: number }[]

/** Drops older samples after a large fall, since they are of another chain. */
export function addSample(samples: HeadSamples, slot: number, atMs: number): HeadSamples {
  const last = samples.at(-1)
  const left = last && slot < last.slot - SMALL_STEP_BACK ? [] : samples
  return [...left, { atMs, slot }].slice(-MAX_SAMPLES)
}

function risesSince(samples: HeadSamples, sinceMs: number): number {
  let highest = Number.NEGATIVE_INFINITY
  let rises = 0
  for (const [i, { atMs, slot }] of samples.entries()) {
    if (i > 0 && slot > highest && atMs > sinceMs) rises++
    highest = Math.max(highest, slot)
  }
  return rises
}

export function secondsPerSlot(samples: HeadSamples): number | null {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.atMs - first.atMs < MIN_PACE_MS || last.slot <= first.slot) return null
  return (last.atMs - first.atMs) / 1_000 / (last.slot - first.slot)
}

/** Some minute of slots. */
const MAX_NEAR_SLOTS = 150

const MAX_NEAR_SECONDS = 60

/** The slot may exceed the head, as both are requested at once and nodes differ. facts/reliability.md (b). */
export const MAX_AHEAD_SLOTS = 150

export interface ObservedChain extends Omit<ChainHead, 'lag' | 'lagSeconds'> {
  samples: HeadSamples
}

/**
 * `lag`: null without a slot. `lagSeconds`: from the head's pace.
 * @param mostLag slots; a greater lag is not believed
 */
export function chainHeadOf(
  { samples, ...head }: ObservedChain,
  slot: number | null,
  mostLag = Number.POSITIVE_INFINITY,
): ChainHead {
  const found = slot === null ? null : lagOf(head.slot, slot)
  const lag = found === null || found > mostLag ? null : found
  const pace = secondsPerSlot(samples)
  return { ...head, lag, lagSeconds: lag === 0 ? 0 : lag === null || pace === null ? null : Math.round(lag * pace) }
}

/** null: the head is implausibly far below the slot. */
function lagOf(head: number, slot: number): number | null {
  return slot - head > MAX_AHEAD_SLOTS ? null : Math.max(0, head - slot)
}

export function isBehindChain({ lag, lagSeconds }: ChainHead): boolean {
  return lag !== null && (lag > MAX_NEAR_SLOTS || (lagSeconds !== null && lagSeconds > MAX_NEAR_SECONDS))
}

/** Samples without a rise after which the chain itself counts as stopped. */
const SAMPLES_TO_STAND = 3

/** `chain`: the indexer has indexed everything, and the chain stopped. */
export function standstillCause(seen: ObservedChain, slot: number, sinceMs: number): Standstill {
  const { lag } = chainHeadOf(seen, slot)
  if (lag === null) return 'not known'
  if (lag === 0) return 'chain'
  // A single rise may be the last step of a chain that has stopped since.
  if (lag > MAX_NEAR_SLOTS || risesSince(seen.samples, sinceMs) > 1) return 'indexer'
  return seen.samples.filter(({ atMs }) => atMs >= sinceMs).length < SAMPLES_TO_STAND ? 'not known' : 'chain'
}
