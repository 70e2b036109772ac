import 'server-only'
import type { SlotReset } from '../../api/status'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { forgetShown } from './answered-by'

/*
 * When an indexer went back so far that rows seen before may be gone. The probe and every remembered answer notice it
 * for themselves, seconds or minutes apart; it is reported once. facts/reliability.md (b), "slot goes back".
 */

const resets = once('slot resets', () => new Map<string, SlotReset>())

/**
 * Notes that slots of an indexer went back, unless that is known.
 *
 * @param indexer its label.
 * @param higherAt ISO 8601 UTC time at which the slot that was higher was last seen: a reset noted since then is the same.
 */
export function noteReset(indexer: string, reset: SlotReset, higherAt: string): void {
  const last = lastReset(indexer)
  if (last && last.at >= higherAt) return
  forgetShown(indexer)
  resets().set(indexer, reset)
  log('warn', 'chain view was reset', { upstream: indexer, from: reset.from, to: reset.to })
}

/** When an indexer's slots last went back, by its label; null: not since this process began. */
export function lastReset(indexer: string): SlotReset | null {
  return resets().get(indexer) ?? null
}
