import type { Answer } from '../api/answer'
import type { Problem } from '../api/problem'
import { groupDigits } from '../format/numbers'
import { shorten } from '../format/text'
import type { ListMethod } from '../protocol/rpc/methods'
import type { Card } from './card'

/*
 * A page in a few words: its title, its description and its preview image, from the same answer that the page shows.
 * features.md a31.
 */

/** A page in a few words, for its head and its preview. */
export interface Summary {
  title: string
  description: string
  card: Card
  /** False where search engines should leave the page out: it is a view of a list, unknown, or failed. */
  index: boolean
}

type SummarisedMethod = ListMethod | 'getCompressionSignaturesForAccount'

/** The result of the page's request; null: not known in time. */
export type Outcome<M extends SummarisedMethod> = { answer: Answer<M> } | { problem: Problem } | null

/** Where there is no answer: what the address says, and why that is all. */
export function withoutAnswer(
  outcome: { problem: Problem } | null,
  { title, about, card, isPlain }: { title: string; about: string; card: Card; isPlain: boolean },
): Summary {
  if (!outcome) return { title, description: about, card, index: isPlain }
  return { title, description: `${about} Currently unavailable: ${outcome.problem.title}.`, card, index: false }
}

/** Both ends of an identifier; a text that is none never comes here. */
export function short(identifier: string): string {
  const { head, middle, tail } = shorten(identifier)
  return middle === '' ? head : `${head}…${tail}`
}

/** Which state of the chain a sentence is about. */
export function asOfSlot(slot: number | null): string {
  return slot === null ? 'as of an unknown slot' : `as of slot ${groupDigits(slot)}`
}

/** Of a page whose answer is older than the slot that its link was taken at. */
export const BEHIND = 'This data is older than the link: what the sender saw may be missing.'
