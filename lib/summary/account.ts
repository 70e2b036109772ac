import { lifeOf } from '../api/life'
import { capital } from '../format/capital'
import { counted } from '../format/counted'
import { groupDigits } from '../format/integers'
import type { AccountUrl } from '../urls/read'
import { type Card, STATIC_CARD } from './card'
import { asOfSlot, type Outcome, type Summary, short, withoutAnswer } from './summary'

/** An account's page in a few words: live, consumed, or not known. */
export function accountSummary(
  { hash, minSlot }: Pick<AccountUrl, 'hash' | 'minSlot'>,
  outcome: Outcome<'getCompressionSignaturesForAccount'>,
  network: string,
): Summary {
  const about = `Lifecycle of the compressed account ${hash}.`
  const card: Card = {
    ...STATIC_CARD,
    network,
    kind: 'Account hash',
    subject: hash,
    headline: 'Account lifecycle',
    foot: 'One version of a compressed account',
  }
  const title = `Account ${short(hash)}`
  if (outcome && 'problem' in outcome && outcome.problem.code === 'not_found') {
    return {
      title: `${title}: not found`,
      description: `No transaction indexed on ${network} created or consumed it. ${about}`,
      card: { ...card, headline: 'Not found on this indexer', state: { word: 'unknown', tone: 'doubt' } },
      index: false,
    }
  }
  if (!outcome || 'problem' in outcome) return withoutAnswer(outcome, { title, about, card, isPlain: minSlot === null })
  const { meta, result } = outcome.answer
  const life = lifeOf(result.value.items)
  const asOf = asOfSlot(meta.slot)
  const foot = capital(asOf)
  const index = meta.state !== 'stale' && minSlot === null
  if (life.kind === 'odd') {
    const headline = counted(result.value.items.length, 'signature')
    return {
      title,
      description: `${headline} ${asOf} on ${network}. ${about}`,
      card: { ...card, headline, foot },
      index,
    }
  }
  const created = `slot ${groupDigits(life.created.slot)}`
  if (life.kind === 'created') {
    return {
      title: `${title}: live`,
      description: `Created in ${created}; no consuming transaction known ${asOf} on ${network}. ${about}`,
      card: {
        ...card,
        headline: `Created in ${created}`,
        state: { word: 'live', tone: 'live' },
        life: { created, consumed: null },
        foot: `No consuming transaction known ${asOf}`,
      },
      index,
    }
  }
  const consumed = `slot ${groupDigits(life.consumed.slot)}`
  return {
    title: `${title}: consumed`,
    description: `Created in ${created}, consumed in ${consumed}, ${asOf} on ${network}. ${about}`,
    card: {
      ...card,
      headline: `Consumed in ${consumed}`,
      state: { word: 'consumed', tone: 'fail' },
      life: { created, consumed },
      foot,
    },
    index,
  }
}
