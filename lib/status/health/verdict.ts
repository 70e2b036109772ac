import type { ChainHead, HeadAge, PendingVerdict, ProbeSample, SlotReset } from '../../api/status'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { counted } from '../../format/numbers'
import type { BlockTimes } from '../../upstream/indexer/block-times'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'
import { isBehindChain } from '../chain/lag'
import { sentence } from './joined'
import { type Moment, type SlotSeen, seeSlot } from './slot-seen'

/*
 * One verdict from many checks (design.md 5, "Health"). Pure: times come in. A single odd check changes nothing, so the
 * badge does not blink; an indexer that fails every other check is not ok either.
 */

/** One check of the probe, as far as the verdict needs it. */
export interface Check extends Moment {
  says: Verdict
  slot: number | null
  /** True where a slot below the highest one is right all the same: it is another chain's. */
  otherChain?: boolean
}

/** Consecutive checks that say otherwise, all of them worse or all of them better. */
interface Pending {
  worse: boolean
  says: Verdict[]
  /** When the first of them was, and the slot then. */
  since: string
  slot: number | null
}

/** The verdict with all that the next check is judged by. */
export interface Judgement {
  verdict: Verdict
  /** ISO 8601 UTC time of the first of the checks that led to the verdict; null before the first check. */
  since: string | null
  pending: Pending | null
  /** The results of recent checks, newest last; `settled`: not before the verdict. */
  recent: { says: Verdict; at: string; settled: boolean }[]
  slot: SlotSeen | null
  /** The highest slot that this chain's indexer was ever seen at. */
  highest: number | null
  /** ISO 8601 UTC time at which the slot was last seen to rise. */
  slotMovedAt: string | null
  /** When the slot was last found to have gone back by more than one chain explains. */
  reset: SlotReset | null
  /** The last verdict that said something of the indexer itself, and when (monotonic ms) such a verdict replaced it. */
  solid: { verdict: Verdict; leftMs: number | null } | null
  /** True while the verdict is one that was recorded before this process began. */
  recorded: boolean
}

/** Before the first check. */
export const NOT_CHECKED: Judgement = {
  verdict: 'unknown',
  since: null,
  pending: null,
  recent: [],
  slot: null,
  highest: null,
  slotMovedAt: null,
  reset: null,
  solid: null,
  recorded: false,
}

/** A slot that does not move for this long is frozen, whatever the health answer says. */
export const FROZEN_MS = 60_000

/** One that does not move for this long is doubted, unless that is its usual pace. */
const DOUBTED_MS = 15_000

/** An indexer whose steps take long is doubted after half as long again as the longest of its recent ones. */
const PACE_FACTOR = 1.5

/** Consecutive checks that a change needs; as many must have seen a slot stand before it counts as frozen. */
export const CHECKS_TO_CHANGE = 3

/** Milliseconds for which strict monitors go by the last solid verdict. design.md 4.4. */
const KEEP_SOLID_MS = 60_000

/** Checks of a minute with readers: half of them worse than the verdict make it worse though no three come in a row. */
export const RECENT_CHECKS = 12
const FAILING_CHECKS = 6

/** Changes between good and bad checks since the verdict from which it does not get better, until it is quiet again. */
const UNSTEADY = 4

/** Whether the first verdict is worse than the second. */
export function isWorse(a: Verdict, b: Verdict): boolean {
  return severityOf(a) > severityOf(b)
}

function severityOf(verdict: Verdict): number {
  return VERDICT_FACTS[verdict].severity
}

/** The judgement after one more check. */
export function judge(before: Judgement, check: Check): Judgement {
  const updated = withSlot(before, check)
  const says = stands(updated.slot, check) ? 'frozen' : check.says
  const recent = [...updated.recent, { says, at: check.at, settled: true }].slice(-RECENT_CHECKS)
  const known = { ...updated, recent, recorded: false }
  if (known.since === null) return settle(known, says, check.at, check.atMs)
  const step = severityOf(says) - severityOf(known.verdict)
  const failing = oftenWorse(known)
  if (failing) return settle(known, failing.verdict, failing.since, check.atMs)
  if (step === 0) return { ...known, pending: null }
  // A slot that stands was seen often enough by itself; and a good verdict of a process that ended is not worth more
  // than a bad check of this one.
  if (step > 0 && says === 'frozen' && known.slot) return settle(known, says, known.slot.since.at, check.atMs)
  if (step > 0 && before.recorded) return settle(known, says, check.at, check.atMs)

  const pending = pendingAfter(known.pending, step > 0, says, check)
  if (!isEnough(known, pending, check)) return { ...known, pending }
  return settle(known, most(pending.says.slice(-CHECKS_TO_CHANGE)), pending.since, check.atMs)
}

/** True while another check soon would tell more: something differs from the verdict, or a slot begins to stand. */
export function isInDoubt({ verdict, pending, slot }: Judgement): boolean {
  const mayStand = verdict !== 'frozen' && verdict !== 'unreachable' && slot !== null && slot.checks > 1
  return pending !== null || mayStand
}

/**
 * Since when the slot has stood, where it should have moved by the last check, and is not called frozen yet; null: it is
 * not in doubt. Changes no verdict.
 * @param seenMs when a check last saw the slot, monotonic milliseconds
 */
export function standingSince({ verdict, slot }: Judgement, seenMs: number): Moment | null {
  if (verdict === 'frozen' || !VERDICT_FACTS[verdict].hasSlot) return null
  // Slot 0 is an empty store; a lower slot is a question of its own.
  if (slot === null || slot.value === 0 || slot.lower !== null || slot.checks < CHECKS_TO_CHANGE) return null
  const leastMs = Math.max(DOUBTED_MS, PACE_FACTOR * Math.max(0, ...slot.stoodMs))
  return seenMs - slot.since.atMs >= leastMs ? slot.since : null
}

/** The verdict that strict monitors go by: one that says nothing of the indexer counts as the one before, for a minute. */
export function strictVerdict({ verdict, solid }: Judgement, nowMs: number): Verdict {
  if (isSolid(verdict) || solid === null || solid.leftMs === null) return verdict
  return nowMs - solid.leftMs < KEEP_SOLID_MS ? solid.verdict : verdict
}

/** True for verdicts that say something of the indexer itself. */
export function isSolid(verdict: Verdict): boolean {
  return VERDICT_FACTS[verdict].solid
}

/** The highest slot and the distance to it, where a slot lies below it by more than one chain explains; null: it does not. */
export function setBackAt({ highest }: Judgement, slot: number | null): { from: number; slots: number } | null {
  if (slot === null || highest === null || highest - slot <= SMALL_STEP_BACK) return null
  return { from: highest, slots: highest - slot }
}

/** A change that is not confirmed yet, as it is shown; null: there is none. */
export function pendingOf({ pending }: Judgement): PendingVerdict | null {
  if (!pending) return null
  const { says, since, worse } = pending
  const checks = says.length
  // More are needed where it was unsteady, or where a slot that stood has to be seen to go on.
  const needed = Math.max(CHECKS_TO_CHANGE, checks + 1)
  const to = most(says.slice(-CHECKS_TO_CHANGE))
  // That nothing is known of it is none the better.
  return { to, better: !worse && isSolid(to), since, checks, needed }
}

function withSlot(before: Judgement, check: Check): Judgement {
  if (check.slot === null) return before
  const { slot, change } = seeSlot(before.slot, check.slot, { at: check.at, atMs: check.atMs })
  const highest = check.otherChain ? slot.value : Math.max(before.highest ?? 0, slot.value)
  const known = { ...before, slot, highest }
  if (change === 'moved') return { ...known, slotMovedAt: check.at }
  const from = before.slot?.value ?? 0
  if (change !== 'back' || from - slot.value <= SMALL_STEP_BACK) return known
  return { ...known, reset: { at: check.at, from, to: slot.value } }
}

/** True when the check saw a slot, and nothing higher than what has been seen for a minute, often enough. */
function stands(slot: SlotSeen | null, check: Check): boolean {
  if (check.slot === null || slot === null) return false
  return check.atMs - slot.since.atMs >= FROZEN_MS && slot.checks >= CHECKS_TO_CHANGE
}

function pendingAfter(before: Pending | null, worse: boolean, says: Verdict, { at, slot }: Check): Pending {
  if (before?.worse !== worse) return { worse, says: [says], since: at, slot }
  return { ...before, says: [...before.says, says].slice(-RECENT_CHECKS), slot: before.slot ?? slot }
}

function isEnough({ verdict, recent }: Judgement, pending: Pending, { slot }: Check): boolean {
  if (pending.says.length < CHECKS_TO_CHANGE) return false
  if (pending.worse) return true
  // One step of a slot that stood still may be its last: it has to be seen to go on.
  if (verdict === 'frozen' && slot !== null && slot <= (pending.slot ?? slot)) return false
  const bad = recent.filter(({ settled }) => settled).map(({ says }) => !isWorse(verdict, says))
  return bad.filter((is, i) => i > 0 && is !== bad[i - 1]).length < UNSTEADY
}

/** The worse verdict of an indexer that fails again and again, though not three times in a row; null: it does not. */
function oftenWorse({ verdict, recent }: Judgement): { verdict: Verdict; since: string } | null {
  const counted = recent.filter(({ settled }) => settled)
  const worse = counted.filter(({ says }) => isWorse(says, verdict))
  const [first] = worse
  if (!first || counted.length < RECENT_CHECKS || worse.length < FAILING_CHECKS) return null
  return { verdict: most(worse.map(({ says }) => says)), since: first.at }
}

/** The most frequent of them; of equals, the newest. */
function most(says: readonly Verdict[]): Verdict {
  const count = (verdict: Verdict) => says.filter((other) => other === verdict).length
  return says.reduce((best, next) => (count(next) >= count(best) ? next : best))
}

function settle(known: Judgement, verdict: Verdict, since: string, atMs: number): Judgement {
  if (verdict === known.verdict && known.since !== null) return { ...known, pending: null }
  const solid = isSolid(verdict)
    ? { verdict, leftMs: null }
    : known.solid && { ...known.solid, leftMs: known.solid.leftMs ?? atMs }
  const recent = known.recent.map((check) => ({ ...check, settled: false }))
  return { ...known, verdict, since, pending: null, recent, solid }
}

/**
 * Seconds by which a block time may differ from our clock beside what is measured: it is cut to whole seconds, the
 * chain derives it from the votes of its validators, and clocks that are set by the network differ a little.
 */
const CLOCK_SECONDS = 1

/** An age that may be wrong by more tells nothing. */
const MOST_ERROR_SECONDS = 900

/**
 * How old an indexed slot is at `nowMs` (milliseconds since the epoch), estimated from the nearest signature whose time
 * is known and the pace of slots between them. null without one in reach: features.md e2.
 */
export function headAgeOf(times: BlockTimes, slot: number, nowMs: number): HeadAge | null {
  const anchor = times.nearest(slot)
  if (!anchor) return null
  const { secondsPerSlot, error } = times.pace()
  const steps = slot - anchor.slot
  // Its time was cut to whole seconds: the middle of that second is right within half of one.
  const anchorAge = nowMs / 1_000 - (anchor.seconds + 0.5)
  const clocks = 0.5 + CLOCK_SECONDS + times.disagreement
  const likely = anchorAge - steps * secondsPerSlot
  const oldest = likely + Math.abs(steps) * error + clocks
  const youngest = likely - Math.abs(steps) * error - clocks
  // From the future: the clocks contradict each other, and nobody knows which of them is right.
  if (oldest < 0) return null
  const seconds = Math.max(0, likely)
  const errorSeconds = Math.max(oldest - seconds, seconds - Math.max(0, youngest))
  if (errorSeconds > MOST_ERROR_SECONDS) return null
  return {
    seconds: tenths(seconds),
    errorSeconds: Math.ceil(errorSeconds * 10) / 10,
    anchor: { slot: anchor.slot, time: new Date(anchor.seconds * 1_000).toISOString() },
  }
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

/** True where the chain's own nodes say that the indexer is not far from its head. */
export function isNear(chain: ChainHead | null): boolean {
  return chain !== null && chain.lag !== null && !isBehindChain(chain)
}

/**
 * A check with what the chain’s head says of it: an indexer that is far behind the chain is behind, whatever its own health
 * answer is. What is worse than that stays as it is. Pure.
 */
export function withChain(sample: ProbeSample, chain: ChainHead | null): ProbeSample {
  if (!chain || chain.lag === null || !isBehindChain(chain)) return sample
  const { lag } = chain
  if (sample.says === 'behind') return { ...sample, lag }
  // Of an indexer whose health cannot be read this is known all the same.
  if (sample.says !== 'unknown' && isWorse(sample.says, 'behind')) return sample
  const text = `${sample.text === 'ok' ? 'ok, but' : `${sentence(sample.text)} And`} the chain is ${counted(lag, 'slot')} ahead.`
  return { ...sample, says: 'behind', lag, text }
}
