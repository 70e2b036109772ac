import type { Verdict } from '../../rpc/status'

/*
 * One verdict from many looks (design.md 5, "Health"). Pure: times come in. A single odd look changes nothing, so the
 * badge does not blink; a slot that stands still for a minute needs no second opinion.
 */

/** One look of the probe, as far as the verdict needs it. */
export interface Look {
  /** Monotonic milliseconds: ages are reckoned with it. */
  atMs: number
  /** ISO 8601 UTC: what is shown. */
  at: string
  says: Verdict
  slot: number | null
}

export interface Judgement {
  verdict: Verdict
  /** ISO 8601 UTC time of the first of the looks that led to the verdict; null before the first look. */
  since: string | null
  /** Looks in a row that say otherwise, all of them worse or all of them better. */
  pending: { worse: boolean; count: number; since: string } | null
  /** The slot last seen, and when it was first seen. */
  slot: { value: number; since: string; sinceMs: number } | null
  /** ISO 8601 UTC time at which the slot was last seen to change. */
  slotMovedAt: string | null
  /** The last verdict that was neither `limited` nor `unknown`, and when (monotonic ms) such a verdict replaced it. */
  solid: { verdict: Verdict; leftMs: number | null } | null
}

/** Before the first look. */
export const NOT_LOOKED: Judgement = {
  verdict: 'unknown',
  since: null,
  pending: null,
  slot: null,
  slotMovedAt: null,
  solid: null,
}

/** A slot that does not move for this long is frozen, whatever the health answer says. */
export const FROZEN_MS = 60_000

/** Looks in a row that a change needs. */
export const LOOKS_TO_CHANGE = 3

/** Milliseconds for which strict monitors go by the last solid verdict. design.md 4.4. */
export const KEEP_SOLID_MS = 60_000

const SEVERITY: Readonly<Record<Verdict, number>> = {
  ok: 0,
  behind: 1,
  limited: 2,
  unknown: 3,
  frozen: 4,
  unreachable: 5,
}

/** The judgement after one more look. */
export function judge(before: Judgement, look: Look): Judgement {
  const { slot, slotMovedAt } = seeSlot(before, look)
  const known = { ...before, slot, slotMovedAt }
  if (look.slot !== null && slot && look.atMs - slot.sinceMs >= FROZEN_MS) {
    return settle(known, 'frozen', slot.since, look.atMs)
  }
  if (before.since === null) return settle(known, look.says, look.at, look.atMs)
  const step = SEVERITY[look.says] - SEVERITY[before.verdict]
  if (step === 0) return { ...known, pending: null }
  const worse = step > 0
  const pending =
    before.pending?.worse === worse
      ? { ...before.pending, count: before.pending.count + 1 }
      : { worse, count: 1, since: look.at }
  if (pending.count < LOOKS_TO_CHANGE) return { ...known, pending }
  return settle(known, look.says, pending.since, look.atMs)
}

/** The verdict that strict monitors go by: `limited` and `unknown` count as what was before, for a minute. */
export function strictVerdict({ verdict, solid }: Judgement, nowMs: number): Verdict {
  if (isSolid(verdict) || solid === null || solid.leftMs === null) return verdict
  return nowMs - solid.leftMs < KEEP_SOLID_MS ? solid.verdict : verdict
}

function seeSlot({ slot, slotMovedAt }: Judgement, look: Look): Pick<Judgement, 'slot' | 'slotMovedAt'> {
  if (look.slot === null || look.slot === slot?.value) return { slot, slotMovedAt }
  const seen = { value: look.slot, since: look.at, sinceMs: look.atMs }
  return { slot: seen, slotMovedAt: slot === null ? null : look.at }
}

function settle(known: Judgement, verdict: Verdict, since: string, atMs: number): Judgement {
  if (verdict === known.verdict && known.since !== null) return { ...known, pending: null }
  const solid = isSolid(verdict)
    ? { verdict, leftMs: null }
    : known.solid && { ...known.solid, leftMs: known.solid.leftMs ?? atMs }
  return { ...known, verdict, since, pending: null, solid }
}

function isSolid(verdict: Verdict): boolean {
  return verdict !== 'limited' && verdict !== 'unknown'
}

/** Slots of change that still count as holding: the lag itself is measured while both ends move. */
const HOLDING_SLOTS = 2

/** Where a lag is going, from the lags of looks in order; null with fewer than two. */
export function trendOf(lags: readonly number[]): 'catching up' | 'holding' | 'losing ground' | null {
  const [first] = lags
  const last = lags.at(-1)
  if (lags.length < 2 || first === undefined || last === undefined) return null
  const slack = Math.max(HOLDING_SLOTS, first * 0.05)
  if (Math.abs(last - first) <= slack) return 'holding'
  return last < first ? 'catching up' : 'losing ground'
}

/** A verdict in one sentence. */
export function summaryOf(
  verdict: Verdict,
  facts: { slot: number | null; lag: number | null; trend: string | null; text: string | null },
): string {
  const slot = facts.slot === null ? '' : ` at slot ${facts.slot.toLocaleString('en-US')}`
  switch (verdict) {
    case 'ok':
      return `The indexer moves and is close to the chain${slot}.`
    case 'behind':
      return facts.lag === null
        ? `The indexer says that it is not healthy${slot}.`
        : `The indexer is ${facts.lag.toLocaleString('en-US')} slots behind the chain${facts.trend ? `, ${facts.trend}` : ''}.`
    case 'frozen':
      return `The indexer stands still${slot}: it has not moved for at least a minute.`
    case 'unreachable':
      return 'The indexer does not answer as it should.'
    case 'limited':
      return 'The indexer is asked too often and wants a pause; its state is not known meanwhile.'
    case 'unknown':
      return facts.text === null
        ? 'Nobody has looked at the indexer yet.'
        : `The indexer's state is not known${slot}: ${facts.text}`
    default:
      return verdict satisfies never
  }
}
