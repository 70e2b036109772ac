import { formatUtc } from '../format/block-time'
import { counted } from '../format/counted'
import { groupDigits } from '../format/integers'
import { shorten } from '../format/shorten'
import { visible } from '../format/visible'
import type { Answer } from '../rpc/answer'
import { lifeOf } from '../rpc/life'
import type { Problem } from '../rpc/problem'
import type { IndexerStatus, Verdict } from '../rpc/status'
import type { AccountUrl, DelegateUrl, ListPlace, OwnerUrl } from '../urls/read'
import type { Stretch } from '../urls/status-range'
import { type Card, STATIC_CARD, type Tone } from './card'

/*
 * A page in a few words: its title, its description and its preview image, made of the same answer that the page shows.
 * features.md a31.
 */

export interface Summary {
  title: string
  description: string
  card: Card
  /** False where search engines should leave the page out: it is a view of a list, unknown, or failed. */
  index: boolean
}

type ListMethod =
  | 'getCompressedAccountsByOwner'
  | 'getCompressedTokenAccountsByDelegate'
  | 'getLatestCompressionSignatures'

type SummarisedMethod = ListMethod | 'getCompressionSignaturesForAccount'

/** What came of the page's question; null: not known in time. */
export type Outcome<M extends SummarisedMethod> = { answer: Answer<M> } | { problem: Problem } | null

export function ownerSummary(
  { owner, filters, slice, cursor }: OwnerUrl,
  rowsBefore: number,
  outcome: Outcome<'getCompressedAccountsByOwner'>,
  network: string,
): Summary {
  const matching = filters.length > 0 ? ` that match ${counted(filters.length, 'filter')}` : ''
  return listSummary({
    kind: 'Owner',
    subject: owner,
    of: `Accounts of ${short(owner)}${filters.length > 0 ? ', filtered' : ''}`,
    about: `Live compressed accounts of ${owner}${matching}.`,
    noun: 'account',
    none: matching ? 'No account matches' : 'No live accounts',
    narrowed: filters.length > 0 ? `Matching ${counted(filters.length, 'filter')}` : null,
    what: 'Live compressed accounts',
    isPlain: filters.length === 0 && !slice && cursor === null,
    isFirst: cursor === null,
    rowsBefore,
    outcome,
    network,
  })
}

export function delegateSummary(
  { delegate, mint, cursor }: DelegateUrl,
  rowsBefore: number,
  outcome: Outcome<'getCompressedTokenAccountsByDelegate'>,
  network: string,
): Summary {
  return listSummary({
    kind: 'Delegate',
    subject: delegate,
    of: `Delegated to ${short(delegate)}${mint ? ', one mint' : ''}`,
    about: `Compressed token accounts that ${delegate} may move as a delegate${mint ? `, of the mint ${mint}` : ''}.`,
    noun: 'token account',
    none: 'No token accounts',
    narrowed: mint ? 'Of one mint' : null,
    what: 'Token accounts that it may move',
    isPlain: mint === null && cursor === null,
    isFirst: cursor === null,
    rowsBefore,
    outcome,
    network,
  })
}

function listSummary<M extends ListMethod>({
  kind,
  subject,
  of,
  about,
  noun,
  none,
  narrowed,
  what,
  isPlain,
  isFirst,
  rowsBefore,
  outcome,
  network,
}: {
  kind: string
  subject: string
  /** Title of the whole list. */
  of: string
  about: string
  noun: string
  /** Headline of an empty list. */
  none: string
  /** What narrows the list; null: nothing. */
  narrowed: string | null
  /** What is listed, where no rows are known. */
  what: string
  isPlain: boolean
  isFirst: boolean
  rowsBefore: number
  outcome: Outcome<M>
  network: string
}): Summary {
  const card: Card = {
    ...STATIC_CARD,
    network,
    kind,
    subject,
    headline: what,
    foot: narrowed ?? 'As one indexer tells them',
  }
  if (!outcome || 'problem' in outcome) return withoutAnswer(outcome, { title: of, about, card, isPlain })
  const { meta, result } = outcome.answer
  const rows = result.value.items.length
  const more = (result.value.cursor ?? null) !== null
  // It says nothing of what is there. app/DECISIONS.md, "Slot 0 is no answer".
  const isEmptied = rows === 0 && meta.slot === 0
  const headline = isEmptied
    ? 'The indexer has no data'
    : !isFirst
      ? rows === 0
        ? 'The end of the list'
        : `Rows ${groupDigits(rowsBefore + 1)} to ${groupDigits(rowsBefore + rows)}`
      : rows === 0
        ? none
        : `${more ? 'At least ' : ''}${counted(rows, noun)}`
  const state = isEmptied ? { word: 'unknown', tone: 'doubt' as const } : stateOf(meta, more)
  const asOf = sayAsOf(meta.slot)
  return {
    title:
      isFirst || rows === 0 ? of : `${of}, rows ${groupDigits(rowsBefore + 1)} to ${groupDigits(rowsBefore + rows)}`,
    description: `${headline} ${asOf} on ${network}: ${state.word}. ${about}`,
    card: { ...card, headline, state, foot: narrowed === null ? capital(asOf) : `${narrowed}, ${asOf}` },
    index: isPlain && rows > 0 && meta.state !== 'stale',
  }
}

/** How far the rows are all there is; an old answer says that before anything else. */
function stateOf(meta: Answer<ListMethod>['meta'], more: boolean): { word: string; tone: Tone } {
  if (meta.state === 'stale') return { word: 'stale', tone: 'doubt' }
  if (meta.complete === false) return { word: 'incomplete', tone: 'fail' }
  if (more) return { word: 'more rows follow', tone: 'plain' }
  return meta.complete ? { word: 'complete', tone: 'live' } : { word: 'completeness not proven', tone: 'doubt' }
}

export function accountSummary(
  { hash, minSlot }: Pick<AccountUrl, 'hash' | 'minSlot'>,
  outcome: Outcome<'getCompressionSignaturesForAccount'>,
  network: string,
): Summary {
  const about = `The life of the compressed account ${hash}.`
  const card: Card = {
    ...STATIC_CARD,
    network,
    kind: 'Account hash',
    subject: hash,
    headline: 'Its life',
    foot: 'One version of a compressed account',
  }
  const title = `Account ${short(hash)}`
  if (outcome && 'problem' in outcome && outcome.problem.code === 'not_found') {
    return {
      title: `${title}: not known`,
      description: `No transaction that the indexer of ${network} has seen created or consumed it. ${about}`,
      card: { ...card, headline: 'Not known to this indexer', state: { word: 'unknown', tone: 'doubt' } },
      index: false,
    }
  }
  if (!outcome || 'problem' in outcome) return withoutAnswer(outcome, { title, about, card, isPlain: minSlot === null })
  const { meta, result } = outcome.answer
  const life = lifeOf(result.value.items)
  const asOf = sayAsOf(meta.slot)
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

export function latestSummary(
  { cursor }: Pick<ListPlace, 'cursor'>,
  rowsBefore: number,
  outcome: Outcome<'getLatestCompressionSignatures'>,
  network: string,
): Summary {
  const about = `Transactions that touched compressed state on ${network}, newest slot first.`
  const isFirst = cursor === null
  const title = isFirst ? 'Latest signatures' : 'Signatures'
  const card: Card = {
    ...STATIC_CARD,
    network,
    kind: 'Latest signatures',
    headline: 'What touched compressed state',
    foot: 'Newest slot first',
  }
  if (!outcome || 'problem' in outcome) return withoutAnswer(outcome, { title, about, card, isPlain: isFirst })
  const { meta, result } = outcome.answer
  const { items } = result.value
  const [newest] = items
  const asOf = sayAsOf(meta.slot)
  if (!newest) {
    const headline = isFirst ? 'No signatures yet' : 'The end of the list'
    return {
      title,
      description: `${headline} ${asOf}. ${about}`,
      card: { ...card, headline, foot: capital(asOf) },
      index: false,
    }
  }
  const time = formatUtc(newest.blockTime)
  const rows = isFirst
    ? `${groupDigits(items.length)} newest`
    : `rows ${groupDigits(rowsBefore + 1)} to ${groupDigits(rowsBefore + items.length)}`
  const stale = meta.state === 'stale'
  return {
    title: isFirst ? title : `${title}, ${rows}`,
    description: `${capital(rows)} ${asOf}; the first in slot ${groupDigits(newest.slot)}${time ? `, ${time}` : ''}. ${about}`,
    card: {
      ...card,
      headline: isFirst ? `Newest in slot ${groupDigits(newest.slot)}` : `Signatures, ${rows}`,
      state: stale ? { word: 'stale', tone: 'doubt' } : null,
      foot: time ? `${time}, ${asOf}` : capital(asOf),
    },
    index: isFirst && !stale,
  }
}

const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = {
  ok: 'live',
  behind: 'doubt',
  frozen: 'fail',
  unreachable: 'fail',
  limited: 'doubt',
  unknown: 'plain',
}

/** @param held the stretch of the history that a link holds fast; null: the page as it is now. */
export function statusSummary(status: IndexerStatus, held: Stretch | null): Summary {
  const { network, verdict, slot, lag, summary } = status
  if (held) {
    const stretch = `${formatUtc(held.fromMs / 1_000)} to ${formatUtc(held.toMs / 1_000)}`
    return {
      title: `Indexer of ${network}, ${stretch}`,
      description: `What the indexer of ${network} did from ${stretch}: verdicts, slot, speed, lag and latency.`,
      card: {
        ...STATIC_CARD,
        network,
        kind: 'Indexer status',
        headline: 'What the indexer did',
        foot: stretch,
      },
      index: false,
    }
  }
  const word = verdict === 'behind' && lag !== null ? `behind by ${counted(lag, 'slot')}` : verdict
  return {
    title: `Indexer of ${network}: ${word}`,
    // An indexer's own words may stand in it.
    description: `${visible(summary)}${slot === null ? '' : ` Slot ${groupDigits(slot)}.`} The verdict with its evidence.`,
    card: {
      ...STATIC_CARD,
      network,
      kind: 'Indexer status',
      headline: slot === null ? 'Slot not known' : `Slot ${groupDigits(slot)}`,
      state: { word, tone: VERDICT_TONES[verdict] },
      foot: 'Is it moving, and how close to the chain',
    },
    index: true,
  }
}

export function homeSummary(status: IndexerStatus): Summary {
  const { network, verdict, slot } = status
  const asOf =
    slot === null
      ? `The indexer of ${network} is ${verdict}`
      : `Slot ${groupDigits(slot)} on ${network}, indexer ${verdict}`
  return {
    title: 'Leafscan: compressed state on Solana',
    description: `Compressed accounts by owner, token accounts by delegate, the life of one account and the latest signatures, exact to the digit. ${asOf}.`,
    card: {
      ...STATIC_CARD,
      network,
      state: { word: `indexer ${verdict}`, tone: VERDICT_TONES[verdict] },
      foot: slot === null ? 'Slot not known' : `Slot ${groupDigits(slot)}`,
    },
    index: true,
  }
}

export const HELP_SUMMARY: Summary = {
  title: 'Help',
  description:
    'What can be asked of an indexer of compressed state, what its six operations cannot tell, keys, addresses of pages and the API.',
  card: {
    ...STATIC_CARD,
    kind: 'Help',
    headline: 'What can be asked, and what cannot be told',
    foot: 'Six operations, keys, links, exports, the API',
  },
  index: true,
}

export function txSummary(signature: string, network: string): Summary {
  return {
    title: `Transaction ${short(signature)}`,
    description: `The transaction ${signature}: an indexer of compressed state does not hold transactions; links to explorers that do.`,
    card: {
      ...STATIC_CARD,
      network,
      kind: 'Transaction',
      subject: signature,
      headline: 'Looked up elsewhere',
      foot: 'An indexer of compressed state does not hold transactions',
    },
    index: false,
  }
}

export const SEARCH_SUMMARY: Summary = {
  title: 'Search',
  description: 'What a pasted address, hash, signature, slot or link is, and where it is shown.',
  card: STATIC_CARD,
  index: false,
}

/** Of a link that cannot be read: nothing of what stands in it is repeated. */
export const INVALID_SUMMARY: Summary = {
  title: 'This link cannot be read',
  description: 'Something in this address is malformed; the page says what, and what is allowed there.',
  card: STATIC_CARD,
  index: false,
}

/** Of a path that Leafscan does not have. */
export const MISSING_SUMMARY: Summary = {
  title: 'There is no such page',
  description: 'Leafscan shows compressed accounts by owner, token accounts by delegate and the life of one account.',
  card: STATIC_CARD,
  index: false,
}

/** Where there is no answer: what the address says, and why that is all. */
function withoutAnswer(
  outcome: { problem: Problem } | null,
  { title, about, card, isPlain }: { title: string; about: string; card: Card; isPlain: boolean },
): Summary {
  if (!outcome) return { title, description: about, card, index: isPlain }
  return { title, description: `${about} No answer at this moment: ${outcome.problem.title}.`, card, index: false }
}

/** Both ends of an identifier; a text that is none never comes here. */
function short(identifier: string): string {
  const { head, middle, tail } = shorten(identifier)
  return middle === '' ? head : `${head}…${tail}`
}

function sayAsOf(slot: number | null): string {
  return slot === null ? 'as of an unknown slot' : `as of slot ${groupDigits(slot)}`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
