import type { VerdictChange } from '../../api/history'
import type { ProbeSample, Verdict } from '../../api/status'
import { type SlotSeen, seeSlot } from './slot-seen'
import { FROZEN_MS, isSolid, isWorse, type Judgement, LOOKS_TO_CHANGE, NOT_LOOKED } from './verdict'

/** A look as it was recorded, with the verdict that was in force. */
export type RecordedLook = ProbeSample & { verdict: Verdict }

/** A verdict goes on over a pause of at most this long (ms): a restart. After a longer one nobody knows what was between. */
export const RESUME_WITHIN_MS = 120_000

/**
 * What a new process takes over from the looks that an earlier one recorded, newest last. After a short pause the verdict
 * goes on, with its beginning; one bad look is enough then to make it worse (never a wrong green), while getting better
 * takes as many as ever. After a longer one the first look decides, and of the slot only that it stood still is kept:
 * an indexer that was stopped together with the explorer is still where it was, and not frozen.
 * @param changes recorded changes of the verdict, newest last, for verdicts that are older than the looks.
 */
export function resumed(
  looks: readonly RecordedLook[],
  changes: readonly VerdictChange[],
  now: { monotonicMs: number; wallMs: number },
): Judgement {
  const last = looks.at(-1)
  const pauseMs = last ? now.wallMs - Date.parse(last.at) : Number.POSITIVE_INFINITY
  if (!last || pauseMs < 0) return NOT_LOOKED
  const atMs = (iso: string) => now.monotonicMs - (now.wallMs - Date.parse(iso))
  const known = { ...NOT_LOOKED, ...slotIn(looks, atMs) }
  if (pauseMs > RESUME_WITHIN_MS) {
    const stood = known.slot !== null && known.slot.looks >= LOOKS_TO_CHANGE && stoodMs(looks, known.slot) >= FROZEN_MS
    return stood ? known : { ...known, slot: null }
  }
  return {
    ...known,
    verdict: last.verdict,
    since: sinceOf(looks, known.slot, changes),
    solid: solidIn(looks, atMs),
    recorded: true,
  }
}

function slotIn(looks: readonly RecordedLook[], atMs: (iso: string) => number) {
  let slot: SlotSeen | null = null
  let slotMovedAt: string | null = null
  for (const look of looks) {
    if (look.slot === null) continue
    const seen = seeSlot(slot, look.slot, { at: look.at, atMs: atMs(look.at) })
    slot = seen.slot
    if (seen.change === 'moved') slotMovedAt = look.at
  }
  return { slot, slotMovedAt }
}

/** Milliseconds for which the slot was seen where it is, by the looks that were recorded. */
function stoodMs(looks: readonly RecordedLook[], { since }: SlotSeen): number {
  const seen = looks.findLast(({ slot }) => slot !== null)
  return seen ? Date.parse(seen.at) - Date.parse(since.at) : 0
}

/**
 * When the verdict of the last look began, as it was told then: with the first of the looks that led to it, or for a slot
 * that stands with the look that first saw it. Pauses that it goes on over are part of it.
 */
function sinceOf(
  looks: readonly RecordedLook[],
  slot: SlotSeen | null,
  changes: readonly VerdictChange[],
): string | null {
  const verdict = looks.at(-1)?.verdict
  const before = looks.findLastIndex((look, i) => look.verdict !== verdict || pausesAfter(looks, i))
  const first = looks[before + 1]?.at ?? null
  const replaced = looks[before]?.verdict
  if (first === null || verdict === undefined) return null
  if (replaced === undefined) return changes.findLast(({ at, to }) => at <= first && to === verdict)?.at ?? first
  if (pausesAfter(looks, before)) return first
  if (verdict === 'frozen' && slot && slot.since.at < first) return slot.since.at
  const worse = isWorse(verdict, replaced)
  const other = looks.findLastIndex(({ says }, i) => {
    return i <= before && !(worse ? isWorse(says, replaced) : isWorse(replaced, says))
  })
  return looks[other + 1]?.at ?? first
}

/** True when nobody looked for so long after this look that a verdict does not go on. */
function pausesAfter(looks: readonly RecordedLook[], i: number): boolean {
  const [look, next] = [looks[i], looks[i + 1]]
  return look !== undefined && next !== undefined && Date.parse(next.at) - Date.parse(look.at) > RESUME_WITHIN_MS
}

function solidIn(looks: readonly RecordedLook[], atMs: (iso: string) => number): Judgement['solid'] {
  const at = looks.findLastIndex(({ verdict }) => isSolid(verdict))
  const solid = looks[at]
  if (!solid) return null
  const left = looks[at + 1]
  return { verdict: solid.verdict, leftMs: left ? atMs(left.at) : null }
}
