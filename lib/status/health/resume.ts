import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { OUTLASTS_MS } from '../history/periods'
import { type SlotSeen, seeSlot } from './slot-seen'
import { CHECKS_TO_CHANGE, FROZEN_MS, isSolid, type Judgement, NOT_CHECKED } from './verdict'

/** A check as it was recorded, with the verdict that was in force. */
export type RecordedCheck = ProbeSample & { verdict: Verdict }

/**
 * What a new process takes over from the checks that an earlier one recorded, newest last. After a short pause the verdict
 * continues, with its beginning; one bad check is enough then to make it worse (never a wrong green), while getting better
 * takes as many as ever. After a longer one the first check decides, and of the slot only that it stood still is kept:
 * an indexer that was stopped together with the explorer is still where it was, and not frozen.
 * @param began when the verdict of the last check began, as it is on record; null where that is not known
 */
export function resumed(
  checks: readonly RecordedCheck[],
  began: string | null,
  now: { monotonicMs: number; wallMs: number },
): Judgement {
  const last = checks.at(-1)
  const pauseMs = last ? now.wallMs - Date.parse(last.at) : Number.POSITIVE_INFINITY
  if (!last || pauseMs < 0) return NOT_CHECKED
  const atMs = (iso: string) => now.monotonicMs - (now.wallMs - Date.parse(iso))
  const known = { ...NOT_CHECKED, ...slotIn(checks, atMs) }
  if (pauseMs > OUTLASTS_MS) {
    const stillStands =
      known.slot !== null && known.slot.checks >= CHECKS_TO_CHANGE && standstillMs(checks, known.slot) >= FROZEN_MS
    return stillStands ? known : { ...known, slot: null, highest: null }
  }
  return {
    ...known,
    verdict: last.verdict,
    since: began ?? last.at,
    solid: solidIn(checks, atMs),
    recorded: true,
  }
}

function slotIn(checks: readonly RecordedCheck[], atMs: (iso: string) => number) {
  let slot: SlotSeen | null = null
  let slotMovedAt: string | null = null
  let highest: number | null = null
  for (const check of checks) {
    if (check.slot === null) continue
    const next = seeSlot(slot, check.slot, { at: check.at, atMs: atMs(check.at) })
    slot = next.slot
    if (next.change === 'moved') slotMovedAt = check.at
    // A check of a slot that was set back is never good: where one was, the lower slot was found to be another chain's.
    const isGood = check.says === 'ok' || check.says === 'degraded'
    highest = isGood ? Math.max(check.slot, slot.value) : Math.max(highest ?? 0, check.slot)
  }
  return { slot, slotMovedAt, highest }
}

/** Milliseconds for which the slot was seen where it is, by the checks that were recorded. */
function standstillMs(checks: readonly RecordedCheck[], { since }: SlotSeen): number {
  const lastWithSlot = checks.findLast(({ slot }) => slot !== null)
  return lastWithSlot ? Date.parse(lastWithSlot.at) - Date.parse(since.at) : 0
}

function solidIn(checks: readonly RecordedCheck[], atMs: (iso: string) => number): Judgement['solid'] {
  const at = checks.findLastIndex(({ verdict }) => isSolid(verdict))
  const solid = checks[at]
  if (!solid) return null
  const left = checks[at + 1]
  return { verdict: solid.verdict, leftMs: left ? atMs(left.at) : null }
}
