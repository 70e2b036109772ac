import type { Answer } from '../api/answer'
import type { Problem } from '../api/problem'
import { groupDigits } from '../format/numbers'
import { shorten } from '../format/text'
import type { ListMethod } from '../protocol/rpc/methods'
import type { Card } from './card'

/* A page's title, description and preview image, from the response that the page shows. features.md a31. */

export interface Summary {
  title: string
  description: string
  card: Card
  /** false: noindex, for a view of a list, an unknown subject or a failure. */
  index: boolean
}

type SummarisedMethod = ListMethod | 'getCompressionSignaturesForAccount'

export type Outcome<M extends SummarisedMethod> = { answer: Answer<M> } | { problem: Problem } | null

export function summaryWithoutAnswer(
  outcome: { problem: Problem } | null,
  { title, about, card, isPlain }: { title: string; about: string; card: Card; isPlain: boolean },
): Summary {
  if (!outcome) return { title, description: about, card, index: isPlain }
  return { title, description: `${about} Currently unavailable: ${outcome.problem.title}.`, card, index: false }
}

export function shortIdentifier(identifier: string, side?: number): string {
  const { head, middle, tail } = shorten(identifier, side)
  return middle === '' ? head : `${head}…${tail}`
}

export function asOfSlot(slot: number | null): string {
  return slot === null ? 'as of an unknown slot' : `as of slot ${groupDigits(slot)}`
}

export const OLDER_DATA_WARNING = 'This data is older than the link: what the sender saw may be missing.'
