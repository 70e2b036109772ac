import type { HeadAge } from '../../api/status'
import type { BlockTimes } from '../../upstream/indexer/block-times'

/**
 * Seconds by which a block time may differ from our clock beside what is measured: it is cut to whole seconds, the
 * chain derives it from the votes of its validators, and clocks that are set by the network differ a little.
 */
const CLOCK_SECONDS = 1

/** An age that may be wrong by more tells nothing. */
const MOST_ERROR_SECONDS = 900

/**
 * How old an indexed slot is at `nowMs` (milliseconds since the epoch), estimated from the nearest signature whose time
 * is known and the pace of slots between them. null without one in reach: features.md e2.
 */
export function headAgeOf(times: BlockTimes, slot: number, nowMs: number): HeadAge | null {
  const anchor = times.nearest(slot)
  if (!anchor) return null
  const { secondsPerSlot, error } = times.pace()
  const steps = slot - anchor.slot
  // Its time was cut to whole seconds: the middle of that second is right within half of one.
  const anchorAge = nowMs / 1_000 - (anchor.seconds + 0.5)
  const clocks = 0.5 + CLOCK_SECONDS + times.disagreement
  const likely = anchorAge - steps * secondsPerSlot
  const oldest = likely + Math.abs(steps) * error + clocks
  const youngest = likely - Math.abs(steps) * error - clocks
  // From the future: the clocks contradict each other, and nobody knows which of them is right.
  if (oldest < 0) return null
  const seconds = Math.max(0, likely)
  const errorSeconds = Math.max(oldest - seconds, seconds - Math.max(0, youngest))
  if (errorSeconds > MOST_ERROR_SECONDS) return null
  return {
    seconds: tenths(seconds),
    errorSeconds: Math.ceil(errorSeconds * 10) / 10,
    anchor: { slot: anchor.slot, time: new Date(anchor.seconds * 1_000).toISOString() },
  }
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
