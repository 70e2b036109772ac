import 'server-only'
import type { SlotReset } from '../../api/status'
import { once } from '../../once'
import { logReset } from '../upstream/log'

/*
 * When an indexer went back so far that rows seen before may be gone. The probe and every remembered answer notice it
 * for themselves, seconds or minutes apart; it is reported once. facts/reliability.md (b), "slot goes back".
 */

const resets = once(() => new Map<string, SlotReset>())

/**
 * Notes that slots went back, unless that is known.
 *
 * @param higherAt ISO 8601 UTC time at which the slot that was higher was last seen: a reset noted since then is the same.
 */
export function noteReset(network: string, reset: SlotReset, higherAt: string): void {
  const last = lastReset(network)
  if (last && last.at >= higherAt) return
  resets().set(network, reset)
  logReset(network, reset)
}

/** When a network's slots last went back; null: not since this process began. */
export function lastReset(network: string): SlotReset | null {
  return resets().get(network) ?? null
}
