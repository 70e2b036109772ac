import type { Standstill } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { formatDuration } from '../../format/block-time'
import { counted } from '../../format/counted'
import { groupDigits } from '../../format/integers'
import type { Trend } from './trend'

/** The evidence that a sentence is made of. Spans in seconds. */
export interface Facts {
  verdict: Verdict
  slot: number | null
  /** Since the slot was first seen where it is, and since it was last seen at all; null: never. */
  standsFor: number | null
  seenAgo: number | null
  /** True when the slot has been seen to rise. */
  moved: boolean
  slotsPerSecond: number | null
  lag: number | null
  trend: Trend | null
  arrivalSeconds: number | null
  standstill: Standstill | null
  /** The text of the newest check that bears the verdict; null without one. */
  text: string | null
  /** How many of the recent checks were worse than the verdict. */
  worse: { checks: number; of: number }
}

/** A verdict in plain sentences: what is seen, what follows from it, and what is not known. */
export function summaryOf(facts: Facts): string {
  const { checks, of } = facts.worse
  const odd = checks > 1 ? ` ${checks} of the last ${of} looks found it worse.` : ''
  return sentenceOf(facts) + odd
}

function sentenceOf(facts: Facts): string {
  const { verdict, slot, moved, text } = facts
  const at = slot === null ? '' : ` at slot ${groupDigits(slot)}`
  switch (verdict) {
    case 'ok':
      return moved
        ? `The indexer moves and is close to the chain${at}.`
        : `The indexer says that it is close to the chain${at}; it has not been seen to move yet.`
    case 'behind':
      return behindSentence(facts, at)
    case 'frozen':
      return frozenSentence(facts)
    case 'unreachable':
      return `The indexer does not answer as it should.${text === null ? '' : ` ${text}`}${lastSeen(facts)}`
    case 'limited':
      return `The indexer is asked too often and wants a pause; its state is not known meanwhile.${lastSeen(facts)}`
    case 'unknown':
      if (text === null) return 'Nobody has looked at the indexer yet.'
      return `The indexer answers${at}${moved ? ' and moves' : ''}, but how far it is from the chain is not known: ${text}`
    default:
      return verdict satisfies never
  }
}

function behindSentence({ slot, lag, trend, arrivalSeconds, slotsPerSecond, text }: Facts, at: string): string {
  if (slot === 0) return 'The indexer has no data: it is at slot 0.'
  if (lag === null) return `The indexer says that it is not healthy${at}${text === null ? '.' : `: ${text}`}`
  const direction = trend === null ? '' : `, ${trend}`
  // Its own speed: the chain's is not known, so neither is the speed at which the distance changes.
  const pace = slotsPerSecond === null ? '' : ` while it moves by ${slotsPerSecond.toFixed(1)} slots a second`
  const arrival =
    arrivalSeconds === null ? '' : `; it arrives in about ${formatDuration(arrivalSeconds)} if it goes on so`
  return `The indexer is ${slots(lag)} behind the chain${direction}${direction && pace}${arrival}.`
}

function frozenSentence({ slot, standsFor, standstill, lag, text }: Facts): string {
  const span = standsFor === null ? 'a minute' : formatDuration(Math.round(standsFor))
  const stands = `Slot ${slot === null ? '' : groupDigits(slot)} has not moved for ${span}`
  if (slot === 0) return `The indexer has no data: it is at slot 0, and that has not changed for ${span}.`
  switch (standstill) {
    case 'indexer':
      return `${stands}, while its own health answer says that the chain is ${slots(lag ?? 0)} ahead and the distance grows: the indexer stopped, the chain goes on.`
    case 'chain':
      return `${stands}, and its own health answer is ok, so it sees nothing newer on the chain: the chain stopped, or its comparison with the chain stands still too.`
    default:
      if (lag === null) {
        return `${stands}. Whether the indexer or the chain stopped cannot be told: ${text ?? 'its health is not known.'}`
      }
      return `${stands}. Its own health answer says that the chain is ${slots(lag)} ahead, and the distance has not been seen to grow: whether the indexer alone stopped or the chain too cannot be told.`
  }
}

function lastSeen({ slot, seenAgo }: Facts): string {
  if (slot === null || seenAgo === null) return ''
  const ago = seenAgo < 1 ? 'just now' : `${formatDuration(Math.round(seenAgo))} ago`
  return ` It was last seen at slot ${groupDigits(slot)}, ${ago}.`
}

function slots(count: number): string {
  return counted(count, 'slot')
}
