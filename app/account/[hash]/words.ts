import { type AccountLifetime, lengthOfLife } from '@/lib/account/life'
import { groupDigits } from '@/lib/format/numbers'
import type { SignatureItem } from '@/lib/protocol/rpc/items'

/* Of the account page, for the browser. */

export type LifePart = string | { moment: SignatureItem } | { signature: string }

/**
 * Since when an account exists, and what ended it: the second half of its sentence.
 * @param namesCreator false where the history names the creating transaction
 */
export function lifeSentence(life: AccountLifetime, namesCreator: boolean): LifePart[] {
  if (life.kind === 'unknown') return ['. It has one or two signatures, but this indexer lists another number.']
  if (life.kind === 'contradiction') return [`. Sources disagree, so whether it is live is unknown. ${life.why}`]
  const { created } = life
  const moment = { moment: created }
  const by = (text: string): LifePart[] => (namesCreator ? [text, { signature: created.signature }] : [])
  if (life.kind === 'live') return [', live since ', moment, ...by(', created by '), '.']
  if (life.kind === 'created') return [', created in ', moment, ...by(' by '), '. No consuming transaction known.']
  const { consumed, sameSlot } = life
  if (consumed.signature === created.signature) {
    return [', created and consumed by one transaction in ', moment, ...by(', '), '.']
  }
  if (sameSlot) {
    const two: LifePart[] = [{ signature: created.signature }, ' and ', { signature: consumed.signature }]
    return [', created and consumed in ', moment, ' by ', ...two, ', in unknown order.']
  }
  const when =
    consumed.slot === created.slot
      ? 'in the same slot'
      : `after ${lengthOfLife(created, consumed)} in slot ${groupDigits(consumed.slot)}`
  return [', created in ', moment, ...by(' by '), `, consumed ${when} by `, { signature: consumed.signature }, '.']
}

export const mayBeConsumed = 'It may also be consumed: one transaction can do both, and the content was not read.'
export const creatorDerived = 'Which transaction created it is derived from slot order; the indexer does not report it.'
export const unknownTitle = 'Not found on this indexer'
export function unknownText(slot: number | null, minSlot: number | null): string {
  const past =
    minSlot !== null && slot !== null && slot >= minSlot ? `, past slot ${groupDigits(minSlot)} in this link` : ''
  const place = slot === null ? 'The indexer’s slot is unknown.' : `The indexer is at slot ${groupDigits(slot)}${past}.`
  return `${place} No indexed transaction created or consumed an account with this hash. It may belong to another network, or to a slot that is not indexed.`
}
