import type { Degradation, IndexerStatus, PendingVerdict, Standstill } from '../../api/status'
import { VERDICT_FACTS } from '../../api/verdicts'
import { formatDuration } from '../../format/duration'
import { formatCount, groupDigits } from '../../format/numbers'
import { degradationText, endSentence } from './joined'

/** Seconds on a monotonic clock. */
export interface TrendSample {
  seconds: number
  slot: number | null
  lag: number | null
  healthOk: boolean
}

/** Changes of the lag up to this are noise: slot and head are not read at the same moment. */
const HOLDING_SLOTS = 2

export function trendOf(lags: readonly number[]): IndexerStatus['trend'] {
  const [first] = lags
  const last = lags.at(-1)
  if (lags.length < 2 || first === undefined || last === undefined) return null
  const slack = Math.max(HOLDING_SLOTS, first * 0.05)
  if (Math.abs(last - first) <= slack) return 'holding'
  return last < first ? 'catching up' : 'losing ground'
}

export function lagSamples(steps: readonly TrendSample[]): (TrendSample & { lag: number })[] {
  return steps
    .slice(steps.findLastIndex(({ healthOk }) => healthOk) + 1)
    .flatMap((step) => (step.lag === null ? [] : [{ ...step, lag: step.lag }]))
}

/** Seconds until the lag is 0, extrapolated from recent lags; null: it does not fall. */
export function secondsToCatchUp(steps: readonly TrendSample[]): number | null {
  const lags = lagSamples(steps)
  const [first] = lags
  const last = lags.at(-1)
  if (!first || !last || trendOf(lags.map(({ lag }) => lag)) !== 'catching up') return null
  const perSecond = (first.lag - last.lag) / (last.seconds - first.seconds)
  return perSecond > 0 ? Math.ceil(last.lag / perSecond) : null
}

/** Slots per second; null: fewer than two slots, or the slot fell. */
export function slotsPerSecondOf(steps: readonly TrendSample[]): number | null {
  const withSlot = steps.flatMap(({ seconds, slot }) => (slot === null ? [] : [{ seconds, slot }]))
  const [first] = withSlot
  const last = withSlot.at(-1)
  if (!first || !last || last.seconds <= first.seconds || last.slot < first.slot) return null
  return (last.slot - first.slot) / (last.seconds - first.seconds)
}

const HEALTHY_CHECKS = 3

/**
 * `chain`: getIndexerHealth, which compares with the chain, is still ok. `indexer`: its reported lag grows. `not known`:
 * otherwise, for example with a constant lag.
 */
export function standstillOf(steps: readonly TrendSample[]): Standstill {
  const answered = steps.filter(({ slot }) => slot !== null)
  const newest = answered.slice(-HEALTHY_CHECKS)
  if (newest.length === HEALTHY_CHECKS && newest.every(({ healthOk }) => healthOk)) return 'chain'
  const lags = lagSamples(answered)
  const [first] = lags
  const last = lags.at(-1)
  return first && last && last.lag > first.lag ? 'indexer' : 'not known'
}

/** Durations are in seconds. */
export interface SummaryFacts
  extends Pick<
    IndexerStatus,
    'verdict' | 'slot' | 'slotsPerSecond' | 'lag' | 'chain' | 'trend' | 'arrivalSeconds' | 'standstill' | 'degradations'
  > {
  /** Seconds since the slot was first and last seen; null: never. */
  standsFor: number | null
  seenAgo: number | null
  moved: boolean
  /** True while the slot is overdue, but the verdict not yet `frozen`. */
  isDoubted: boolean
  doubtText: string | null
  text: string | null
  healthOk: boolean
  /** Slots below the highest slot; null: no setback. */
  setBack: number | null
  isNear: boolean
  /** Seconds; null: the newest signature is recent, or was not looked at lately. */
  signatureAge: number | null
  pending: PendingVerdict | null
  worse: { checks: number; of: number }
}

export function summaryOf(facts: SummaryFacts): string {
  return sentencesOf(facts).filter(Boolean).join(' ')
}

function sentencesOf(facts: SummaryFacts): string[] {
  const { verdict, pending } = facts
  if (pending?.better) return [betterSentence(facts), recoverySentence(pending)]
  const doubts = [standingSentence(facts), pendingSentence(facts)].filter(Boolean)
  const isInDoubt = verdict === 'ok' && doubts.length > 0
  return [isInDoubt ? '' : verdictSentence(facts), besides(facts), ...doubts, unsteadySentence(facts)]
}

function verdictSentence(facts: SummaryFacts): string {
  const { verdict, slot, moved, text, isNear, signatureAge, healthOk, degradations } = facts
  const at = atSlot(facts)
  switch (verdict) {
    case 'ok':
      if (!moved) return `Indexer healthy${at}. No movement seen yet.`
      if (isNear) return `Indexer healthy. Up to date${at}${signatureWords(facts)}.`
      if (signatureAge !== null) return `Indexer healthy. Slot ${groupDigits(slot ?? 0)} moves${signatureWords(facts)}.`
      return `Indexer healthy${at}, and moving.`
    case 'degraded':
      return degradedSentence(degradations, text)
    case 'behind':
      return behindSentence(facts, at)
    case 'frozen':
      return frozenSentence(facts)
    case 'unreachable':
      return `${unreachableSentence(text)}${lastSeen(facts)}`
    case 'limited':
      if (healthOk && text !== 'ok') return `The indexer is rate limiting this explorer. ${text}${lastSeen(facts)}`
      return `The indexer is rate limiting this explorer. Its status is unknown until it answers again.${lastSeen(facts)}`
    case 'unknown':
      if (text === null) return 'Indexer not checked yet.'
      return `The indexer answers${at}${moved && !facts.isDoubted ? ' and is moving' : ''}, but its lag is unknown: ${endSentence(text)}`
    default:
      return verdict satisfies never
  }
}

function signatureWords({ signatureAge }: SummaryFacts): string {
  return signatureAge === null ? '' : `; newest signature ${formatDuration(Math.round(signatureAge))} old`
}

function unreachableSentence(text: string | null): string {
  if (text === null) return 'Indexer not responding.'
  return `Indexer not responding${SILENT.test(text) ? '' : ' as it should'}. ${endSentence(text)}`
}

const SILENT = /did not respond|(refused|closed|secure) |host name|unreachable/

function degradedSentence(degradations: readonly Degradation[], text: string | null): string {
  const words = degradations.length > 0 ? degradationText(degradations) : text === null ? '' : endSentence(text)
  const isOther = degradations.length > 0 && degradations.every(({ kind }) => kind !== 'fails' && kind !== 'slow')
  return isOther || words.startsWith('All ') ? words : `Some requests fail or are slow. ${words}`.trimEnd()
}

function besides({ verdict, degradations }: SummaryFacts): string {
  if (degradations.length === 0 || (verdict !== 'behind' && verdict !== 'frozen')) return ''
  return degradationText(degradations)
}

function standingSentence({ isDoubted, slot, standsFor, healthOk, verdict }: SummaryFacts): string {
  if (!isDoubted || slot === null) return ''
  const span = formatDuration(Math.round(standsFor ?? 0))
  const though = verdict === 'ok' && healthOk ? ', though the indexer reports itself healthy' : ''
  return `Slot ${groupDigits(slot)} has not moved for ${span}${though}.`
}

function pendingSentence({ pending, doubtText, verdict }: SummaryFacts): string {
  if (!pending || pending.better) return ''
  const { checks, needed, to } = pending
  const who = checks === 1 ? 'Last check' : `Last ${checks} checks`
  const reason = doubtText === null ? null : withoutSubject(doubtText)
  const found =
    to === 'unreachable'
      ? `failed${reason === null ? '' : ` (${firstOf(reason)})`}.`
      : `${checks === 1 ? 'says' : 'say'} ${to}${reason === null ? '.' : `: ${endSentence(reason)}`}`
  const next = VERDICT_FACTS[to].severity > VERDICT_FACTS[verdict].severity ? 'alert' : 'the status changes'
  return `${who} ${found} ${checks} of ${needed} before ${next}.`
}

function unsteadySentence({ pending, worse }: SummaryFacts): string {
  return pending === null && worse.checks > 1 ? `${worse.checks} of the last ${worse.of} checks were worse.` : ''
}

function betterSentence(facts: SummaryFacts): string {
  const { verdict, slot, pending } = facts
  const at = atSlot(facts)
  switch (verdict) {
    case 'frozen':
      return slot === null ? 'The slot moves again.' : `Slot ${groupDigits(slot)} moves again.`
    case 'unreachable':
    case 'limited':
      return `The indexer answers again${at}.`
    default:
      return pending?.to === 'ok' ? `The indexer was healthy${at} at the last check.` : `The indexer answers${at}.`
  }
}

function recoverySentence({ checks, needed, to }: PendingVerdict): string {
  return `Recovering: ${checks} of ${needed} ${to === 'ok' ? 'good checks' : `checks say ${to}`}.`
}

function withoutSubject(text: string): string {
  return text.replace(/^The indexer(’s| returned(?= HTTP)| says:)? /, '')
}

function firstOf(text: string): string {
  const [first = text] = /^.*?[.!?…](?=\s|$)/s.exec(text) ?? []
  return first.replace(/\.$/, '')
}

function atSlot({ slot }: SummaryFacts): string {
  return slot === null ? '' : ` at slot ${groupDigits(slot)}`
}

function behindSentence(facts: SummaryFacts, at: string): string {
  const { slot, lag, trend, arrivalSeconds, slotsPerSecond, text, healthOk, setBack } = facts
  if (slot === 0) return 'The indexer has no data: it is at slot 0.'
  if (setBack !== null && setBack === lag)
    return `Indexer set back${at}: ${slots(setBack)} below the highest slot seen.`
  if (lag === null && healthOk) {
    return `Indexer behind${at}, though it reports itself healthy. ${text === null ? '' : endSentence(text)}`.trimEnd()
  }
  if (lag === null) return `Indexer unhealthy${at}${text === null ? '.' : `: ${endSentence(text)}`}`
  const direction = trend === null ? '' : `, ${trend}`
  // Labelled "indexing", since the speed of catching up also depends on the chain's.
  const pace = slotsPerSecond === null ? '' : ` (indexing ${slotsPerSecond.toFixed(1)} slots/s)`
  const arrival = arrivalSeconds === null ? '' : `; caught up in about ${formatDuration(arrivalSeconds)} at this rate`
  return `Indexer ${slots(lag)} behind the chain${direction}${direction && pace}${arrival}.`
}

function frozenSentence({ slot, standsFor, standstill, lag, chain, text }: SummaryFacts): string {
  const span = standsFor === null ? 'a minute' : formatDuration(Math.round(standsFor))
  const stands = `Slot ${slot === null ? '' : groupDigits(slot)} has not moved for ${span}`
  if (slot === 0) return `The indexer has no data: it has been at slot 0 for ${span}.`
  const waits = text?.match(/: (waiting for slot .+)$/)?.[1]
  if (chain?.lag != null && standstill === 'indexer') {
    const goesOn = chain.moves ? 'and moving' : 'and has stopped there'
    if (waits) return `${stands}. The chain is ${slots(chain.lag)} ahead ${goesOn}: the indexer is ${waits}.`
    return `${stands}. The chain is ${slots(chain.lag)} ahead ${goesOn}: the indexer stopped.`
  }
  if (chain?.lag != null && standstill === 'chain') {
    const who = chain.nodes === 1 ? 'its node has' : `its ${chain.nodes} nodes have`
    return `${stands}. The chain stopped, not the indexer: ${who} no newer slot either.`
  }
  switch (standstill) {
    case 'indexer':
      if (waits) return `${stands}. The indexer reports the chain ${slots(lag ?? 0)} ahead: it is ${waits}.`
      return `${stands}. The indexer reports the chain ${slots(lag ?? 0)} ahead and the lag is growing: the indexer stopped, the chain is moving.`
    case 'chain':
      return `${stands}. The indexer reports itself healthy, so either the chain stopped or the indexer no longer sees new slots.`
    default:
      if (lag === null) {
        return `${stands}. Unknown whether the indexer or the chain stopped: ${text === null ? 'indexer health unknown.' : endSentence(text)}`
      }
      return `${stands}. The indexer reports the chain ${slots(lag)} ahead, but no growing lag yet: unknown whether the chain stopped too.`
  }
}

function lastSeen({ slot, seenAgo }: SummaryFacts): string {
  if (slot === null || seenAgo === null) return ''
  const ago = seenAgo < 1 ? 'just now' : `${formatDuration(Math.round(seenAgo))} ago`
  return ` Last seen at slot ${groupDigits(slot)}, ${ago}.`
}

function slots(count: number): string {
  return formatCount(count, 'slot')
}
