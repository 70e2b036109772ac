import type { SlotReset } from '@/lib/api/status'

/** A reset is shown for this long (ms): later readers have seen nothing of the abandoned chain view. */
const SHOWN_MS = 120_000

/** Whether a reset is recent enough to be shown at `nowMs` (Unix milliseconds). */
export function isRecent({ at }: SlotReset, nowMs: number): boolean {
  return nowMs - Date.parse(at) < SHOWN_MS
}
