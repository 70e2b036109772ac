import type { ChainHead, Standstill } from '../../api/status'
import { type HeadSamples, risesSince, secondsPerSlot } from './heads'

/* Lag of an indexer behind its chain's nodes. Pure. */

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
