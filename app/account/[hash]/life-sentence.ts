import { type AccountLifetime, lengthOfLife } from '@/lib/account/life'
import { groupDigits } from '@/lib/format/numbers'
import type { SignatureItem } from '@/lib/protocol/rpc/items'

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
