import type { ChainHead, Standstill } from '../../api/status'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'

/* Joins the heads of a chain's nodes, and the lag of an indexer behind them. Pure; times are monotonic milliseconds. */

/** Milliseconds after which an unmoved head is ignored while another one moves. */
export const STANDS_MS = 60_000

/** Two minutes of the fastest probe. */
const MAX_SAMPLES = 24

const MIN_PACE_MS = 20_000

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

/** A minute at the usual pace. */
const BEHIND_SLOTS = 150

const BEHIND_SECONDS = 60

/** Both were requested at once and nodes differ. facts/reliability.md (b). */
const AHEAD_SLOTS = 150

export interface ChainSeen extends Omit<ChainHead, 'lag' | 'lagSeconds'> {
  samples: HeadSamples
}

/** `lag` is null if the indexer returned no slot; `lagSeconds` is by the pace of the head. */
export function chainHeadOf({ samples, ...head }: ChainSeen, slot: number | null): ChainHead {
  const lag = slot === null ? null : lagOf(head.slot, slot)
  const pace = secondsPerSlot(samples)
  return { ...head, lag, lagSeconds: lag === 0 ? 0 : lag === null || pace === null ? null : Math.round(lag * pace) }
}

/** null: the head is too far below the slot to be meaningful. */
function lagOf(head: number, slot: number): number | null {
  return slot - head > AHEAD_SLOTS ? null : Math.max(0, head - slot)
}

export function isBehindChain({ lag, lagSeconds }: ChainHead): boolean {
  return lag !== null && (lag > BEHIND_SLOTS || (lagSeconds !== null && lagSeconds > BEHIND_SECONDS))
}

/** Samples without a rise before the chain itself counts as stopped. */
const SAMPLES_TO_STAND = 3

/** `chain`: the indexer lacks nothing that it could have indexed. */
export function standstillBy(seen: ChainSeen, slot: number, sinceMs: number): Standstill {
  const { lag } = chainHeadOf(seen, slot)
  if (lag === null) return 'not known'
  if (lag === 0) return 'chain'
  // One rise may be from a sample just before the last step of the head.
  if (lag > BEHIND_SLOTS || risesSince(seen.samples, sinceMs) > 1) return 'indexer'
  return seen.samples.filter(({ atMs }) => atMs >= sinceMs).length < SAMPLES_TO_STAND ? 'not known' : 'chain'
}
