import { formatCount, groupDigits } from '../format/numbers'
import { capitalize } from '../format/text'
import { type Card, STATIC_CARD } from '../page/card'
import type { LifeEvidence } from '../page/evidence'
import {
  asOfSlot,
  OLDER_DATA_WARNING,
  type Outcome,
  type Summary,
  shortIdentifier,
  summaryWithoutAnswer,
} from '../page/summary'
import type { AccountUrl } from './address'
import { type AccountLifetime, lifeOf } from './life'

export function accountSummary(
  { hash, minSlot }: Pick<AccountUrl, 'hash' | 'minSlot'>,
  outcome: Outcome<'getCompressionSignaturesForAccount'>,
  network: string,
  evidence: LifeEvidence,
): Summary {
  const about = `Lifecycle of the compressed account ${hash}.`
  const card: Card = {
    ...STATIC_CARD,
    network,
    kind: 'Compressed account',
    subject: hash,
    headline: 'Account lifecycle',
    foot: 'One version of a compressed account',
  }
  const title = `Account ${shortIdentifier(hash)}`
  if (outcome && 'problem' in outcome && outcome.problem.code === 'not_found') {
    return {
      title: `${title}: not found`,
      description: `No transaction indexed on ${network} created or consumed it. ${about}`,
      card: { ...card, headline: 'Not found on this indexer', state: { word: 'unknown', tone: 'doubt' } },
      index: false,
    }
  }
  if (!outcome || 'problem' in outcome)
    return summaryWithoutAnswer(outcome, { title, about, card, isPlain: minSlot === null })
  const { meta, result } = outcome.answer
  const life = lifeOf(result.value.items, evidence)
  const asOf = asOfSlot(meta.slot)
  const index = meta.state !== 'stale' && minSlot === null
  const said = wordsOf(life, asOf)
  return {
    title: `${title}: ${said.ending}`,
    description: `${said.sentence} on ${network}. ${about}`,
    card: { ...card, foot: capitalize(asOf), ...said.card },
    index,
  }
}

function wordsOf(life: AccountLifetime, asOf: string): { ending: string; sentence: string; card: Partial<Card> } {
  switch (life.kind) {
    case 'live':
    case 'created': {
      const created = `slot ${groupDigits(life.created.slot)}`
      const headline = `Created in ${created}`
      const foot = `No consuming transaction known ${asOf}`
      const isLive = life.kind === 'live'
      return {
        ending: isLive ? 'live' : `created in ${created}`,
        sentence: isLive
          ? `Live: created in ${created}; no consuming transaction known ${asOf}`
          : `Created in ${created}; whether it was consumed is not known; no consuming transaction known ${asOf}`,
        card: isLive
          ? { headline, foot, state: { word: 'live', tone: 'live' }, life: { created, consumed: null } }
          : { headline, foot, state: { word: 'end not known', tone: 'doubt' } },
      }
    }
    case 'consumed': {
      const isAtOnce = life.created.signature === life.consumed.signature
      const [created, consumed] = [life.created, life.consumed].map(({ slot }) => `slot ${groupDigits(slot)}`) as [
        string,
        string,
      ]
      const inOne = isAtOnce ? 'by one transaction, ' : ''
      return {
        ending: 'consumed',
        sentence: `Created in ${created}, consumed in ${consumed}, ${inOne}${asOf}`,
        card: {
          headline: `Consumed in ${consumed}`,
          state: { word: 'consumed', tone: 'plain' },
          life: { created, consumed },
          foot: capitalize(isAtOnce ? `created and consumed by one transaction, ${asOf}` : asOf),
        },
      }
    }
    case 'contradiction':
      return {
        ending: 'sources disagree',
        sentence: `Sources disagree, so whether it is live or consumed is unknown ${asOf}`,
        card: { headline: 'Sources disagree', state: { word: 'unknown', tone: 'doubt' } },
      }
    case 'unknown': {
      const headline = formatCount(life.roles.length, 'signature')
      return {
        ending: 'lifecycle unknown',
        sentence: `${headline} ${asOf}`,
        card: { headline, state: { word: 'unknown', tone: 'doubt' } },
      }
    }
    default:
      return life satisfies never
  }
}

export function changeSince(takenAt: number, slot: number, life: AccountLifetime | null): string {
  if (slot < takenAt) return OLDER_DATA_WARNING
  if (life === null || life.kind === 'unknown' || life.kind === 'contradiction')
    return 'Changes in between are unknown.'
  const { created } = life
  if (created.slot > takenAt) {
    const isAtOnce = life.kind === 'consumed' && life.consumed.signature === created.signature
    const since = life.kind === 'consumed' && !isAtOnce ? ', and consumed since' : ''
    return `Created${isAtOnce ? ' and consumed' : ''} after that, in slot ${groupDigits(created.slot)}${since}.`
  }
  if (life.kind === 'live') return 'It was live then; no consuming transaction known since.'
  if (life.kind === 'created') return 'It was created by then; no consuming transaction known.'
  const { slot: consumed } = life.consumed
  return consumed > takenAt
    ? `It was live when the link was taken, and was consumed since, in slot ${groupDigits(consumed)}.`
    : 'It was already consumed by then.'
}
