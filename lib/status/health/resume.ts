import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { MAX_RESTART_MS } from '../history/periods'
import { type SlotSeen, updateSlotSeen } from './slot-seen'
import { CHECKS_TO_CHANGE, FROZEN_MS, isSolid, type Judgement, NO_JUDGEMENT } from './verdict'

export type RecordedCheck = ProbeSample & { verdict: Verdict }

/**
 * Restores state from recorded checks, newest last. After a short pause the verdict continues, and one bad check suffices to
 * worsen it. After a long pause the first check decides, and only the time of an unmoved slot is kept, since an indexer that
 * stopped together with the explorer is not frozen.
 * @param began when the recorded verdict began; null: unknown
 */
export function restoreState(
  checks: readonly RecordedCheck[],
  began: string | null,
  now: { monotonicMs: number; wallMs: number },
): Judgement {
  const last = checks.at(-1)
  const pauseMs = last ? now.wallMs - Date.parse(last.at) : Number.POSITIVE_INFINITY
  if (!last || pauseMs < 0) return NO_JUDGEMENT
  const atMs = (iso: string) => now.monotonicMs - (now.wallMs - Date.parse(iso))
  const known = { ...NO_JUDGEMENT, ...slotIn(checks, atMs) }
  if (pauseMs > MAX_RESTART_MS) {
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
    const next = updateSlotSeen(slot, check.slot, { at: check.at, atMs: atMs(check.at) })
    slot = next.slot
    if (next.change === 'moved') slotMovedAt = check.at
    // A good check below `highest` means that the chain was replaced: `highest` starts anew.
    const isGood = check.says === 'ok' || check.says === 'degraded'
    highest = isGood ? Math.max(check.slot, slot.value) : Math.max(highest ?? 0, check.slot)
  }
  return { slot, slotMovedAt, highest }
}

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
