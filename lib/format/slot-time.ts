/* The time of any slot, from slots whose block time is known. design.md 5, "Time of a slot". */

export interface BlockTime {
  slot: number
  /** Unix seconds. */
  seconds: number
}

export interface KnownTimes {
  /** By slot; later ones are never earlier. */
  blocks: readonly BlockTime[]
  /** Seconds per slot in the fastest stretch of a minute or more; null: none is known. */
  pace: number | null
}

interface SlotTime {
  /** Unix seconds. */
  seconds: number
  /** Maximum error in seconds; 0: the block's own time. */
  margin: number
}

/** Solana's target. */
export const USUAL_PACE = 0.4

/** Fastest assumed pace, as a share of the usual one: chains may stop, but hardly run faster. */
const MIN_PACE_FACTOR = 0.75

/** Slowest assumed pace, as a share of the usual one, before the first and after the last known block. */
const MAX_PACE_FACTOR = 1.5

/** Null: no block time is known. */
export function slotTime({ blocks, pace }: KnownTimes, slot: number): SlotTime | null {
  const at = blocks.findIndex((block) => block.slot >= slot)
  const after = blocks[at]
  const before = at === -1 ? blocks.at(-1) : blocks[at - 1]
  if (after?.slot === slot) return { seconds: after.seconds, margin: 0 }
  // Without a known pace, zero to twice Solana's covers any chain.
  const least = pace === null ? 0 : MIN_PACE_FACTOR * Math.min(pace, USUAL_PACE)
  const most = pace === null ? 2 * USUAL_PACE : MAX_PACE_FACTOR * pace
  if (before && after) {
    const slots = after.slot - before.slot
    const seconds = before.seconds + ((after.seconds - before.seconds) * (slot - before.slot)) / slots
    const isFaster = after.seconds - before.seconds < least * slots
    const earliest = isFaster ? before.seconds : before.seconds + least * (slot - before.slot)
    const latest = isFaster ? after.seconds : after.seconds - least * (after.slot - slot)
    return about(seconds, Math.max(seconds - earliest, latest - seconds))
  }
  const near = before ?? after
  if (!near) return null
  const slots = slot - near.slot
  const usual = pace ?? USUAL_PACE
  return about(near.seconds + slots * usual, Math.abs(slots) * Math.max(usual - least, most - usual))
}

/** Block times are whole seconds, cut off. */
function about(seconds: number, margin: number): SlotTime {
  return { seconds: Math.floor(seconds), margin: Math.ceil(margin) + 1 }
}
