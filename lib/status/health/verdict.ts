import type { ChainHead, HeadAge, PendingVerdict, ProbeSample, SlotReset } from '../../api/status'
import { VERDICT_FACTS, type Verdict } from '../../api/verdicts'
import { formatCount } from '../../format/numbers'
import type { BlockTimes } from '../../upstream/indexer/block-times'
import { SMALL_STEP_BACK } from '../../upstream/small-step-back'
import { isBehindChain } from '../chain/heads'
import { endSentence, severityOf } from './joined'
import { type Moment, type SlotSeen, updateSlotSeen } from './slot-seen'

/*
 * Derives the verdict from many checks. design.md 5, "Health". Pure. A single deviating check changes nothing, so that the
 * badge does not flicker; alternating failures are not ok.
 */

export interface Check extends Moment {
  says: Verdict
  slot: number | null
  /** True: the slot is lower because the chain was replaced. */
  otherChain?: boolean
}

/** Consecutive checks that are all worse, or all better, than the verdict. */
interface Pending {
  worse: boolean
  says: Verdict[]
  since: string
  slot: number | null
}

export interface Judgement {
  verdict: Verdict
  /** First check with the verdict, ISO 8601 UTC; null: no check yet. */
  since: string | null
  pending: Pending | null
  /** Newest last; `settled`: the check is not from before the verdict. */
  recent: { says: Verdict; at: string; settled: boolean }[]
  slot: SlotSeen | null
  highest: number | null
  slotMovedAt: string | null
  reset: SlotReset | null
  /** The last verdict that is evidence about the indexer; `leftMs`: monotonic time when another verdict replaced it. */
  solid: { verdict: Verdict; leftMs: number | null } | null
  recorded: boolean
}

export const NO_JUDGEMENT: Judgement = {
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

export const FROZEN_MS = 60_000

/** Milliseconds without movement after which a slot is in doubt, or longer for slow indexers. */
const DOUBTED_MS = 15_000

/** For slow indexers: this multiple of the longest recent standstill. */
const PACE_FACTOR = 1.5

/** Also the number of checks with an unmoved slot before it is `frozen`. */
export const CHECKS_TO_CHANGE = 3

/** Milliseconds for which strict monitors keep the last solid verdict. design.md 4.4. */
const KEEP_SOLID_MS = 60_000

/** A minute of checks at the active pace; the verdict also changes if half of them are worse. */
export const RECENT_CHECKS = 12
const FAILING_CHECKS = 6

/** Alternations between good and bad from which on the verdict does not improve. */
const UNSTEADY_CHANGES = 4

export function isWorse(a: Verdict, b: Verdict): boolean {
  return severityOf(a) > severityOf(b)
}

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
  // Not pending: the slot was seen unmoved often enough, and one bad check suffices after a recorded verdict.
  if (step > 0 && says === 'frozen' && known.slot) return settle(known, says, known.slot.since.at, check.atMs)
  if (step > 0 && before.recorded) return settle(known, says, check.at, check.atMs)

  const pending = pendingAfter(known.pending, step > 0, says, check)
  if (!isEnough(known, pending, check)) return { ...known, pending }
  return settle(known, most(pending.says.slice(-CHECKS_TO_CHANGE)), pending.since, check.atMs)
}

export function isInDoubt({ verdict, pending, slot }: Judgement): boolean {
  const mayStand = verdict !== 'frozen' && verdict !== 'unreachable' && slot !== null && slot.checks > 1
  return pending !== null || mayStand
}

/**
 * When an overdue slot last moved; null: not in doubt, or already frozen.
 * @param seenMs monotonic milliseconds of the last check with a slot
 */
export function standingSince({ verdict, slot }: Judgement, seenMs: number): Moment | null {
  if (verdict === 'frozen' || !VERDICT_FACTS[verdict].hasSlot) return null
  // Slot 0 means an empty store; set-back.ts handles lower slots.
  if (slot === null || slot.value === 0 || slot.lower !== null || slot.checks < CHECKS_TO_CHANGE) return null
  const leastMs = Math.max(DOUBTED_MS, PACE_FACTOR * Math.max(0, ...slot.stoodMs))
  return seenMs - slot.since.atMs >= leastMs ? slot.since : null
}

/** Replaces a verdict that is no evidence about the indexer by the previous one, for a minute. */
export function strictVerdict({ verdict, solid }: Judgement, nowMs: number): Verdict {
  if (isSolid(verdict) || solid === null || solid.leftMs === null) return verdict
  return nowMs - solid.leftMs < KEEP_SOLID_MS ? solid.verdict : verdict
}

export function isSolid(verdict: Verdict): boolean {
  return VERDICT_FACTS[verdict].solid
}

/** null: not further below the highest slot than a fork explains. */
export function setBackFrom({ highest }: Judgement, slot: number | null): { from: number; slots: number } | null {
  if (slot === null || highest === null || highest - slot <= SMALL_STEP_BACK) return null
  return { from: highest, slots: highest - slot }
}

export function pendingOf({ pending }: Judgement): PendingVerdict | null {
  if (!pending) return null
  const { says, since, worse } = pending
  const checks = says.length
  // `checks + 1`: unsteady checks, or an unmoved slot, may need more than CHECKS_TO_CHANGE.
  const needed = Math.max(CHECKS_TO_CHANGE, checks + 1)
  const to = most(says.slice(-CHECKS_TO_CHANGE))
  // Unknown is not an improvement.
  return { to, better: !worse && isSolid(to), since, checks, needed }
}

function withSlot(before: Judgement, check: Check): Judgement {
  if (check.slot === null) return before
  const { slot, change } = updateSlotSeen(before.slot, check.slot, { at: check.at, atMs: check.atMs })
  const highest = check.otherChain ? slot.value : Math.max(before.highest ?? 0, slot.value)
  const known = { ...before, slot, highest }
  if (change === 'moved') return { ...known, slotMovedAt: check.at }
  const from = before.slot?.value ?? 0
  if (change !== 'back' || from - slot.value <= SMALL_STEP_BACK) return known
  return { ...known, reset: { at: check.at, from, to: slot.value } }
}

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
  // The slot must move twice: a single step after a standstill may be the last.
  if (verdict === 'frozen' && slot !== null && slot <= (pending.slot ?? slot)) return false
  const bad = recent.filter(({ settled }) => settled).map(({ says }) => !isWorse(verdict, says))
  return bad.filter((is, i) => i > 0 && is !== bad[i - 1]).length < UNSTEADY_CHANGES
}

function oftenWorse({ verdict, recent }: Judgement): { verdict: Verdict; since: string } | null {
  const counted = recent.filter(({ settled }) => settled)
  const worse = counted.filter(({ says }) => isWorse(says, verdict))
  const [first] = worse
  if (!first || counted.length < RECENT_CHECKS || worse.length < FAILING_CHECKS) return null
  return { verdict: most(worse.map(({ says }) => says)), since: first.at }
}

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

/** Tolerance for clock drift and for block times, which are estimated from validator votes. */
const CLOCK_SECONDS = 1

const MAX_ERROR_SECONDS = 900

/**
 * The slot's age at `nowMs` (wall clock), estimated from the nearest signature with a known time and the pace; null: none near
 * enough. features.md e2.
 */
export function headAgeOf(times: BlockTimes, slot: number, nowMs: number): HeadAge | null {
  const anchor = times.nearest(slot)
  if (!anchor) return null
  const { secondsPerSlot, error } = times.pace()
  const steps = slot - anchor.slot
  // Block times are rounded down to whole seconds: adding 0.5 halves the error.
  const anchorAge = nowMs / 1_000 - (anchor.seconds + 0.5)
  const clocks = 0.5 + CLOCK_SECONDS + times.disagreement
  const likely = anchorAge - steps * secondsPerSlot
  const oldest = likely + Math.abs(steps) * error + clocks
  const youngest = likely - Math.abs(steps) * error - clocks
  // In the future, so one of the clocks is wrong.
  if (oldest < 0) return null
  const seconds = Math.max(0, likely)
  const errorSeconds = Math.max(oldest - seconds, seconds - Math.max(0, youngest))
  if (errorSeconds > MAX_ERROR_SECONDS) return null
  return {
    seconds: tenths(seconds),
    errorSeconds: Math.ceil(errorSeconds * 10) / 10,
    anchor: { slot: anchor.slot, time: new Date(anchor.seconds * 1_000).toISOString() },
  }
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10
}

export function isNear(chain: ChainHead | null): boolean {
  return chain !== null && chain.lag !== null && !isBehindChain(chain)
}

/** Far behind the chain means `behind`, even if the indexer reports ok; worse verdicts stay. Pure. */
export function withChain(sample: ProbeSample, chain: ChainHead | null): ProbeSample {
  if (!chain || chain.lag === null || !isBehindChain(chain)) return sample
  const { lag } = chain
  if (sample.says === 'behind') return { ...sample, lag }
  if (sample.says !== 'unknown' && isWorse(sample.says, 'behind')) return sample
  const text = `${sample.text === 'ok' ? 'ok, but' : `${endSentence(sample.text)} And`} the chain is ${formatCount(lag, 'slot')} ahead.`
  return { ...sample, says: 'behind', lag, text }
}
