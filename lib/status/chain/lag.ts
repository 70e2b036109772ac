import type { ChainHead, Standstill } from '../../api/status'
import { type HeadSamples, risesSince, secondsPerSlot } from './heads'

/* Lag of an indexer behind its chain's nodes. Pure. */

/** A minute at the usual pace. */
const BEHIND_SLOTS = 150

const BEHIND_SECONDS = 60

/** Both were requested at once and nodes differ. facts/reliability.md (b). */
const AHEAD_SLOTS = 150

/** Within this distance a slot's time can be extrapolated. */
const NEAR_SLOTS = 75

export interface SlotTime {
  slot: number
  seconds: number
}

export interface ChainSeen extends Omit<ChainHead, 'lag' | 'lagSeconds'> {
  samples: HeadSamples
  times: readonly SlotTime[]
}

/** `lag` is null if the indexer returned no slot. */
export function chainHeadOf(seen: ChainSeen, slot: number | null): ChainHead {
  const { samples: _, times: __, ...head } = seen
  const lag = slot === null ? null : lagOf(seen.slot, slot)
  return { ...head, lag, lagSeconds: lag === null || slot === null ? null : lagSecondsOf(seen, slot, lag) }
}

/** null: the head is too far below the slot to be meaningful. */
function lagOf(head: number, slot: number): number | null {
  return slot - head > AHEAD_SLOTS ? null : Math.max(0, head - slot)
}

/** By both block times, or by the pace of the head; null if neither is known. */
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

export function isBehindChain({ lag, lagSeconds }: ChainHead): boolean {
  return lag !== null && (lag > BEHIND_SLOTS || (lagSeconds !== null && lagSeconds > BEHIND_SECONDS))
}

/** Samples without a rise before the chain itself counts as stopped. */
const SAMPLES_TO_STAND = 3

/**
 * `chain`: the indexer lacks nothing that it could have indexed.
 * @param sinceMs monotonic milliseconds
 */
export function standstillBy(seen: ChainSeen, slot: number, sinceMs: number): Standstill {
  const { lag } = chainHeadOf(seen, slot)
  if (lag === null) return 'not known'
  if (lag === 0) return 'chain'
  // One rise may be from a sample just before the last step of the head.
  if (lag > BEHIND_SLOTS || risesSince(seen.samples, sinceMs) > 1) return 'indexer'
  return seen.samples.filter(({ atMs }) => atMs >= sinceMs).length < SAMPLES_TO_STAND ? 'not known' : 'chain'
}
