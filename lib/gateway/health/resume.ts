import type { VerdictChange } from '../../api/history'
import type { ProbeSample } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { type SlotSeen, seeSlot } from './slot-seen'
import { CHECKS_TO_CHANGE, FROZEN_MS, isSolid, isWorse, type Judgement, NOT_CHECKED } from './verdict'

/** A check as it was recorded, with the verdict that was in force. */
export type RecordedCheck = ProbeSample & { verdict: Verdict }

/** A verdict outlasts a pause of at most this long (ms): a restart. After a longer one nobody knows what was between. */
const RESUME_WITHIN_MS = 120_000

/**
 * What a new process takes over from the checks that an earlier one recorded, newest last. After a short pause the verdict
 * continues, with its beginning; one bad check is enough then to make it worse (never a wrong green), while getting better
 * takes as many as ever. After a longer one the first check decides, and of the slot only that it stood still is kept:
 * an indexer that was stopped together with the explorer is still where it was, and not frozen.
 * @param changes recorded changes of the verdict, newest last, for verdicts that are older than the checks.
 */
export function resumed(
  checks: readonly RecordedCheck[],
  changes: readonly VerdictChange[],
  now: { monotonicMs: number; wallMs: number },
): Judgement {
  const last = checks.at(-1)
  const pauseMs = last ? now.wallMs - Date.parse(last.at) : Number.POSITIVE_INFINITY
  if (!last || pauseMs < 0) return NOT_CHECKED
  const atMs = (iso: string) => now.monotonicMs - (now.wallMs - Date.parse(iso))
  const known = { ...NOT_CHECKED, ...slotIn(checks, atMs) }
  if (pauseMs > RESUME_WITHIN_MS) {
    const stillStands =
      known.slot !== null && known.slot.checks >= CHECKS_TO_CHANGE && standstillMs(checks, known.slot) >= FROZEN_MS
    return stillStands ? known : { ...known, slot: null }
  }
  return {
    ...known,
    verdict: last.verdict,
    since: sinceOf(checks, known.slot, changes),
    solid: solidIn(checks, atMs),
    recorded: true,
  }
}

function slotIn(checks: readonly RecordedCheck[], atMs: (iso: string) => number) {
  let slot: SlotSeen | null = null
  let slotMovedAt: string | null = null
  for (const check of checks) {
    if (check.slot === null) continue
    const next = seeSlot(slot, check.slot, { at: check.at, atMs: atMs(check.at) })
    slot = next.slot
    if (next.change === 'moved') slotMovedAt = check.at
  }
  return { slot, slotMovedAt }
}

/** Milliseconds for which the slot was seen where it is, by the checks that were recorded. */
function standstillMs(checks: readonly RecordedCheck[], { since }: SlotSeen): number {
  const lastWithSlot = checks.findLast(({ slot }) => slot !== null)
  return lastWithSlot ? Date.parse(lastWithSlot.at) - Date.parse(since.at) : 0
}

/**
 * When the verdict of the last check began, as it was reported then: with the first of the checks that led to it, or for a slot
 * that stands with the check that first saw it. Pauses that it outlasts are part of it.
 */
function sinceOf(
  checks: readonly RecordedCheck[],
  slot: SlotSeen | null,
  changes: readonly VerdictChange[],
): string | null {
  const verdict = checks.at(-1)?.verdict
  const before = checks.findLastIndex((check, i) => check.verdict !== verdict || pausesAfter(checks, i))
  const first = checks[before + 1]?.at ?? null
  const replaced = checks[before]?.verdict
  if (first === null || verdict === undefined) return null
  if (replaced === undefined) return changes.findLast(({ at, to }) => at <= first && to === verdict)?.at ?? first
  if (pausesAfter(checks, before)) return first
  if (verdict === 'frozen' && slot && slot.since.at < first) return slot.since.at
  const worse = isWorse(verdict, replaced)
  const other = checks.findLastIndex(({ says }, i) => {
    return i <= before && !(worse ? isWorse(says, replaced) : isWorse(replaced, says))
  })
  return checks[other + 1]?.at ?? first
}

/** True if so long a gap followed this check that the verdict does not continue. */
function pausesAfter(checks: readonly RecordedCheck[], i: number): boolean {
  const [check, next] = [checks[i], checks[i + 1]]
  return check !== undefined && next !== undefined && Date.parse(next.at) - Date.parse(check.at) > RESUME_WITHIN_MS
}

function solidIn(checks: readonly RecordedCheck[], atMs: (iso: string) => number): Judgement['solid'] {
  const at = checks.findLastIndex(({ verdict }) => isSolid(verdict))
  const solid = checks[at]
  if (!solid) return null
  const left = checks[at + 1]
  return { verdict: solid.verdict, leftMs: left ? atMs(left.at) : null }
}
