import type { SlotReset, Verdict } from '../../api/status'
import { type Moment, type SlotSeen, seeSlot } from './slot-seen'

/*
 * One verdict from many looks (design.md 5, "Health"). Pure: times come in. A single odd look changes nothing, so the
 * badge does not blink; an indexer that fails every other look is not ok either.
 */

/** One look of the probe, as far as the verdict needs it. */
export interface Look extends Moment {
  says: Verdict
  slot: number | null
}

/** Looks in a row that say otherwise, all of them worse or all of them better. */
interface Pending {
  worse: boolean
  says: Verdict[]
  /** When the first of them was, and the slot then. */
  since: string
  slot: number | null
}

export interface Judgement {
  verdict: Verdict
  /** ISO 8601 UTC time of the first of the looks that led to the verdict; null before the first look. */
  since: string | null
  pending: Pending | null
  /** What the last looks said, newest last; `settled`: not before the verdict. */
  recent: { says: Verdict; at: string; settled: boolean }[]
  slot: SlotSeen | null
  /** ISO 8601 UTC time at which the slot was last seen to rise. */
  slotMovedAt: string | null
  /** When the slot was last found to have gone back by more than one chain explains. */
  reset: SlotReset | null
  /** The last verdict that was neither `limited` nor `unknown`, and when (monotonic ms) such a verdict replaced it. */
  solid: { verdict: Verdict; leftMs: number | null } | null
  /** True while the verdict is one that was recorded before this process began. */
  recorded: boolean
}

/** Before the first look. */
export const NOT_LOOKED: Judgement = {
  verdict: 'unknown',
  since: null,
  pending: null,
  recent: [],
  slot: null,
  slotMovedAt: null,
  reset: null,
  solid: null,
  recorded: false,
}

/** A slot that does not move for this long is frozen, whatever the health answer says. */
export const FROZEN_MS = 60_000

/** Looks in a row that a change needs; as many must have seen a slot stand before it counts as frozen. */
export const LOOKS_TO_CHANGE = 3

/** Milliseconds for which strict monitors go by the last solid verdict. design.md 4.4. */
export const KEEP_SOLID_MS = 60_000

/** Looks of a watched minute: half of them worse than the verdict make it worse though no three come in a row. */
export const RECENT_LOOKS = 12
const FAILING_LOOKS = 6

/** Changes between good and bad looks since the verdict from which it does not get better, until it is quiet again. */
const UNSTEADY = 4

/** Slots by which answers about one chain may differ. facts/reliability.md (b). */
const SMALL_STEP_BACK = 150

const SEVERITY: Readonly<Record<Verdict, number>> = {
  ok: 0,
  behind: 1,
  limited: 2,
  unknown: 3,
  frozen: 4,
  unreachable: 5,
}

export function isWorse(a: Verdict, b: Verdict): boolean {
  return SEVERITY[a] > SEVERITY[b]
}

/** The judgement after one more look. */
export function judge(before: Judgement, look: Look): Judgement {
  const seen = withSlot(before, look)
  const says = stands(seen.slot, look) ? 'frozen' : look.says
  const recent = [...seen.recent, { says, at: look.at, settled: true }].slice(-RECENT_LOOKS)
  const known = { ...seen, recent, recorded: false }
  if (known.since === null) return settle(known, says, look.at, look.atMs)
  const step = SEVERITY[says] - SEVERITY[known.verdict]
  const failing = oftenWorse(known)
  if (failing) return settle(known, failing.verdict, failing.since, look.atMs)
  if (step === 0) return { ...known, pending: null }
  // A slot that stands was seen often enough by itself; and a good verdict of a process that ended is not worth more
  // than a bad look of this one.
  if (step > 0 && says === 'frozen' && known.slot) return settle(known, says, known.slot.since.at, look.atMs)
  if (step > 0 && before.recorded) return settle(known, says, look.at, look.atMs)

  const pending = pendingAfter(known.pending, step > 0, says, look)
  if (!isEnough(known, pending, look)) return { ...known, pending }
  return settle(known, most(pending.says.slice(-LOOKS_TO_CHANGE)), pending.since, look.atMs)
}

/** True while another look soon would tell more: something differs from the verdict, or a slot begins to stand. */
export function isInDoubt({ verdict, pending, slot }: Judgement): boolean {
  const mayStand = verdict !== 'frozen' && verdict !== 'unreachable' && slot !== null && slot.looks > 1
  return pending !== null || mayStand
}

/** The verdict that strict monitors go by: `limited` and `unknown` count as what was before, for a minute. */
export function strictVerdict({ verdict, solid }: Judgement, nowMs: number): Verdict {
  if (isSolid(verdict) || solid === null || solid.leftMs === null) return verdict
  return nowMs - solid.leftMs < KEEP_SOLID_MS ? solid.verdict : verdict
}

/** True for verdicts that say something of the indexer itself. */
export function isSolid(verdict: Verdict): boolean {
  return verdict !== 'limited' && verdict !== 'unknown'
}

function withSlot(before: Judgement, look: Look): Judgement {
  if (look.slot === null) return before
  const { slot, change } = seeSlot(before.slot, look.slot, { at: look.at, atMs: look.atMs })
  if (change === 'moved') return { ...before, slot, slotMovedAt: look.at }
  const from = before.slot?.value ?? 0
  if (change !== 'back' || from - slot.value <= SMALL_STEP_BACK) return { ...before, slot }
  return { ...before, slot, reset: { at: look.at, from, to: slot.value } }
}

/** True when the look saw a slot, and nothing higher than what has been seen for a minute, often enough. */
function stands(slot: SlotSeen | null, look: Look): boolean {
  if (look.slot === null || slot === null) return false
  return look.atMs - slot.since.atMs >= FROZEN_MS && slot.looks >= LOOKS_TO_CHANGE
}

function pendingAfter(before: Pending | null, worse: boolean, says: Verdict, { at, slot }: Look): Pending {
  if (before?.worse !== worse) return { worse, says: [says], since: at, slot }
  return { ...before, says: [...before.says, says].slice(-RECENT_LOOKS), slot: before.slot ?? slot }
}

function isEnough({ verdict, recent }: Judgement, pending: Pending, { slot }: Look): boolean {
  if (pending.says.length < LOOKS_TO_CHANGE) return false
  if (pending.worse) return true
  // One step of a slot that stood still may be its last: it has to be seen to go on.
  if (verdict === 'frozen' && slot !== null && slot <= (pending.slot ?? slot)) return false
  const bad = recent.filter(({ settled }) => settled).map(({ says }) => SEVERITY[says] >= SEVERITY[verdict])
  return bad.filter((is, i) => i > 0 && is !== bad[i - 1]).length < UNSTEADY
}

/** The worse verdict of an indexer that fails again and again, though not three times in a row; null: it does not. */
function oftenWorse({ verdict, recent }: Judgement): { verdict: Verdict; since: string } | null {
  const counted = recent.filter(({ settled }) => settled)
  const worse = counted.filter(({ says }) => SEVERITY[says] > SEVERITY[verdict])
  const [first] = worse
  if (!first || counted.length < RECENT_LOOKS || worse.length < FAILING_LOOKS) return null
  return { verdict: most(worse.map(({ says }) => says)), since: first.at }
}

/** What most of them say; of equals, what was said last. */
function most(says: readonly Verdict[]): Verdict {
  const count = (verdict: Verdict) => says.filter((said) => said === verdict).length
  return says.reduce((best, next) => (count(next) >= count(best) ? next : best))
}

function settle(known: Judgement, verdict: Verdict, since: string, atMs: number): Judgement {
  if (verdict === known.verdict && known.since !== null) return { ...known, pending: null }
  const solid = isSolid(verdict)
    ? { verdict, leftMs: null }
    : known.solid && { ...known.solid, leftMs: known.solid.leftMs ?? atMs }
  const recent = known.recent.map((look) => ({ ...look, settled: false }))
  return { ...known, verdict, since, pending: null, recent, solid }
}
