import type { SlotReset } from '@/lib/api/status'

/** Milliseconds: later readers have not seen the abandoned chain view. */
const SHOWN_MS = 120_000

export function isRecent({ at }: SlotReset, nowMs: number): boolean {
  return nowMs - Date.parse(at) < SHOWN_MS
}
