import { type KnownTimes, USUAL_PACE } from './slot-time'

/** The first slot whose time is not before this, as slotTime() estimates it. Null: no block time is known. */
export function firstSlotAt({ blocks, pace }: KnownTimes, seconds: number): number | null {
  const at = blocks.findIndex((block) => block.seconds >= seconds)
  const after = blocks[at]
  const before = at === -1 ? blocks.at(-1) : blocks[at - 1]
  if (before && after) {
    const share = (seconds - before.seconds) / (after.seconds - before.seconds)
    return before.slot + Math.ceil(share * (after.slot - before.slot))
  }
  const near = before ?? after
  return near ? Math.max(0, near.slot + Math.ceil((seconds - near.seconds) / (pace ?? USUAL_PACE))) : null
}
