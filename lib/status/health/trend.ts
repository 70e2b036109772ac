import type { Standstill } from '../../api/status'

/*
 * Where an indexer is going, from its recent checks in order. Pure.
 */

/** What one check found; seconds on any clock that only runs forward. */
export interface TrendSample {
  seconds: number
  slot: number | null
  /** Slots behind as the health answer named them. */
  lag: number | null
  /** True where getIndexerHealth said ok. */
  healthOk: boolean
}

/** Where a lag is going. */
export type Trend = 'catching up' | 'holding' | 'losing ground'

/** Slots of change that still count as holding: the lag itself is measured while both ends move. */
const HOLDING_SLOTS = 2

/** Where a lag is going, from the lags of checks in order; null with fewer than two. */
export function trendOf(lags: readonly number[]): Trend | null {
  const [first] = lags
  const last = lags.at(-1)
  if (lags.length < 2 || first === undefined || last === undefined) return null
  const slack = Math.max(HOLDING_SLOTS, first * 0.05)
  if (Math.abs(last - first) <= slack) return 'holding'
  return last < first ? 'catching up' : 'losing ground'
}

/** The checks that name a lag, back to the last one that found the indexer healthy. */
export function lagging(steps: readonly TrendSample[]): (TrendSample & { lag: number })[] {
  return steps
    .slice(steps.findLastIndex(({ healthOk }) => healthOk) + 1)
    .flatMap((step) => (step.lag === null ? [] : [{ ...step, lag: step.lag }]))
}

/**
 * Seconds until the lag is gone at the speed at which it fell over these checks: the chain's own pace is in it, since a
 * lag is measured against the chain. null where it does not fall.
 */
export function arrivalOf(steps: readonly TrendSample[]): number | null {
  const lags = lagging(steps)
  const [first] = lags
  const last = lags.at(-1)
  if (!first || !last || trendOf(lags.map(({ lag }) => lag)) !== 'catching up') return null
  const perSecond = (first.lag - last.lag) / (last.seconds - first.seconds)
  return perSecond > 0 ? Math.ceil(last.lag / perSecond) : null
}

/** Slots per second from the first check that saw one to the last; null with fewer than two, or when it went back. */
export function paceOf(steps: readonly TrendSample[]): number | null {
  const withSlot = steps.flatMap(({ seconds, slot }) => (slot === null ? [] : [{ seconds, slot }]))
  const [first] = withSlot
  const last = withSlot.at(-1)
  if (!first || !last || last.seconds <= first.seconds || last.slot < first.slot) return null
  return (last.slot - first.slot) / (last.seconds - first.seconds)
}

/** Healthy checks at the end that outweigh earlier ones. */
const HEALTHY_CHECKS = 3

/**
 * Who stopped, from the checks of a slot that stands. `chain`: the health answer, which compares with the chain, still
 * says ok, so nothing newer is seen there. `indexer`: the lag it names grows. Else, an unchanging lag included, the
 * six operations cannot tell.
 */
export function standstillOf(steps: readonly TrendSample[]): Standstill {
  const answered = steps.filter(({ slot }) => slot !== null)
  const newest = answered.slice(-HEALTHY_CHECKS)
  if (newest.length === HEALTHY_CHECKS && newest.every(({ healthOk }) => healthOk)) return 'chain'
  const lags = lagging(answered)
  const [first] = lags
  const last = lags.at(-1)
  return first && last && last.lag > first.lag ? 'indexer' : 'not known'
}
