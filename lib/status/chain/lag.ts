import type { ChainHead, Standstill } from '../../api/status'
import { type HeadSamples, risesSince, secondsPerSlot } from './heads'

/*
 * How far an indexer is from its chain, as chain nodes tell. Pure.
 */

/** An indexer that lacks more slots than this is behind: a minute of a chain with the usual pace. */
const BEHIND_SLOTS = 150

/** And so is one that lacks more seconds. */
const BEHIND_SECONDS = 60

/** An indexer may be ahead of a head by so much: both were asked at once, and nodes differ. facts/reliability.md (b). */
const AHEAD_SLOTS = 150

/** A slot's time follows from that of another so near by the pace, without much of an error. */
const NEAR_SLOTS = 75

/** A slot and its block time in Unix seconds. */
export interface SlotTime {
  slot: number
  seconds: number
}

/** The chain's head as one sample found it, with what an indexer is compared by. */
export interface ChainSeen extends Omit<ChainHead, 'lag' | 'lagSeconds'> {
  /** This sample and the recent ones before it. */
  samples: HeadSamples
  /** Known block times. */
  times: readonly SlotTime[]
}

/** The chain's head, and how far an indexer at `slot` is from it; null: it answered no slot. */
export function chainHeadOf(seen: ChainSeen, slot: number | null): ChainHead {
  const { samples: _, times: __, ...head } = seen
  const lag = slot === null ? null : lagOf(seen.slot, slot)
  return { ...head, lag, lagSeconds: lag === null || slot === null ? null : lagSecondsOf(seen, slot, lag) }
}

/** Slots that an indexer lacks; null where the head lies so far below it that it tells nothing. */
function lagOf(head: number, slot: number): number | null {
  return slot - head > AHEAD_SLOTS ? null : Math.max(0, head - slot)
}

/** By both slots' block times, or by the pace at which the head moves; null where neither is known. */
function lagSecondsOf({ slot: head, times, samples }: ChainSeen, slot: number, lag: number): number | null {
  if (lag === 0) return 0
  const pace = secondsPerSlot(samples)
  const from = secondsAt(times, slot, pace)
  const to = secondsAt(times, head, pace)
  if (from !== null && to !== null) return Math.max(0, Math.round(to - from))
  return pace === null ? null : Math.round(lag * pace)
}

function secondsAt(times: readonly SlotTime[], slot: number, pace: number | null): number | null {
  const distance = (time: SlotTime) => Math.abs(time.slot - slot)
  const near = times.filter((time) => distance(time) === 0 || (pace !== null && distance(time) <= NEAR_SLOTS))
  const [first, ...others] = near
  if (!first) return null
  const nearest = others.reduce((best, time) => (distance(time) < distance(best) ? time : best), first)
  return nearest.seconds + (slot - nearest.slot) * (pace ?? 0)
}

/** True where the chain is further ahead than it is of an indexer that follows it, by slots or by time. */
export function isBehindChain({ lag, lagSeconds }: ChainHead): boolean {
  return lag !== null && (lag > BEHIND_SLOTS || (lagSeconds !== null && lagSeconds > BEHIND_SECONDS))
}

/** Samples during a standstill before a head that did not rise says that the chain stands too. */
const SAMPLES_TO_STAND = 3

/**
 * Who stopped, when an indexer’s slot stands; `chain`: it has nothing that a working indexer would lack.
 * @param sinceMs monotonic milliseconds at which the slot was first seen there.
 */
export function standstillBy(seen: ChainSeen, slot: number, sinceMs: number): Standstill {
  const { lag } = chainHeadOf(seen, slot)
  if (lag === null) return 'not known'
  if (lag === 0) return 'chain'
  // A single rise may be that of a sample which came a moment before the head’s last step.
  if (lag > BEHIND_SLOTS || risesSince(seen.samples, sinceMs) > 1) return 'indexer'
  return seen.samples.filter(({ atMs }) => atMs >= sinceMs).length < SAMPLES_TO_STAND ? 'not known' : 'chain'
}
