import { cardLine } from '../../account/mints/card-line'
import { type Answer, type AnswerMeta, type CompletenessName, completenessName } from '../../api/answer'
import type { Tone } from '../../api/tone'
import { formatSol, formatUnits } from '../../format/amounts'
import { formatUtc } from '../../format/block-time'
import { formatCount, groupDigits } from '../../format/numbers'
import { capitalize } from '../../format/text'
import { type Card, STATIC_CARD } from '../../page/card'
import type { SummaryInput } from '../../page/page'
import { asOfSlot, type Outcome, type Summary, summaryWithoutAnswer } from '../../page/summary'
import type { ListMethod } from '../../protocol/rpc/methods'
import type { MintInfo, Mints } from '../../protocol/solana/mint-info'
import type { ListUrl } from '../address/list-address'

/** Exact, or a lower bound if rows may be missing. Null: nothing to sum. */
export function sumText(meta: Pick<AnswerMeta, 'sum' | 'total' | 'complete'>, mints: Mints = {}): string | null {
  const { sum } = meta
  if (!sum || sum.rows < 2) return null
  const sums = [
    ...(sum.lamports === undefined ? [] : [`${formatSol(sum.lamports)} SOL`]),
    ...(sum.tokens === undefined ? [] : [amountText(sum.tokens.amount, mints[sum.tokens.mint])]),
  ]
  if (sums.length === 0) return null
  return `${isWholeSum(meta) ? 'Total' : 'At least'} ${sums.join(', ')}`
}

export function isWholeSum({ sum, total, complete }: Pick<AnswerMeta, 'sum' | 'total' | 'complete'>): boolean {
  return complete === true && total === sum?.rows
}

/** In tokens with their symbol if the mint is known, otherwise in base units. */
export function amountText(amount: bigint, info: MintInfo | undefined): string {
  return `${formatUnits(amount, info?.decimals)} ${info ? (info.symbol ?? 'tokens') : 'base units'}`
}

export interface ListSummaryFacts {
  title: string
  about: string
  none: string
  narrowed: string | null
  what: string
  noun?: string
  of?: { kind: string; text: string }
}

interface ListKnown<M extends ListMethod>
  extends Pick<SummaryInput<M>, 'rowsBefore' | 'outcome' | 'network' | 'mints'> {
  /** False if the address has more than the subject. */
  isPlain: boolean
  isFirst: boolean
}

export function listSummary<M extends ListMethod>(
  list: ListSummaryFacts & { subject: { kind: string; text: string } | null; noun: string },
  { isPlain, isFirst, rowsBefore, outcome, network, mints }: ListKnown<M>,
): Summary {
  const { title, about, noun, none, narrowed, what, of = list.subject } = list
  const card: Card = {
    ...STATIC_CARD,
    network,
    ...(of && { kind: of.kind, subject: of.text }),
    headline: what,
    foot: narrowed ?? 'Data from one indexer',
  }
  if (!outcome || 'problem' in outcome) return summaryWithoutAnswer(outcome, { title, about, card, isPlain })
  const { meta, result } = outcome.answer
  const rows = result.value.items.length
  const more = (result.value.cursor ?? null) !== null
  // Slot 0 proves nothing about the rows. app/DECISIONS.md, "Slot 0 is no answer".
  const isEmptied = rows === 0 && meta.slot === 0
  const before = meta.rowsBefore ?? rowsBefore
  const headline = isEmptied
    ? 'The indexer has no data'
    : !isFirst
      ? rows === 0
        ? endText(before)
        : capitalize(rowsText(before, rows, meta))
      : rows === 0
        ? none
        : countText(rows, more, meta, noun)
  const state = isEmptied ? { word: 'unknown', tone: 'doubt' as const } : stateOf(meta, more)
  const asOf = asOfSlot(meta.slot)
  const sum = sumText(meta, mints)
  const tokens = sum !== null ? meta.sum?.tokens : undefined
  return {
    title: isFirst || rows === 0 ? title : `${title}, ${rowsText(before, rows, meta)}`,
    description: `${headline} ${asOf} on ${network}: ${state.word}. ${sum === null ? '' : `${sum}. `}${about}`,
    card: {
      ...card,
      headline,
      state,
      ...(tokens && { lines: [cardLine(tokens.mint, tokens.amount, mints, !isWholeSum(meta))] }),
      foot: narrowed === null ? capitalize(asOf) : `${narrowed}, ${asOf}`,
    },
    index: isPlain && rows > 0 && meta.state !== 'stale',
  }
}

function countText(rows: number, more: boolean, { total, complete }: Totals, noun: string): string {
  if (total === undefined) return `${more ? 'At least ' : ''}${formatCount(rows, noun)}`
  return `${complete === true ? '' : 'At least '}${formatCount(total, noun)}`
}

function rowsText(rowsBefore: number | null, rows: number, { total, complete }: Totals): string {
  const of = total === undefined ? '' : ` of ${complete === true ? '' : 'at least '}${groupDigits(total)}`
  if (rowsBefore === null) return `${formatCount(rows, 'row')}${of}`
  return `rows ${groupDigits(rowsBefore + 1)} to ${groupDigits(rowsBefore + rows)}${of}`
}

type Totals = Pick<AnswerMeta, 'total' | 'complete'>

function endText(rowsBefore: number | null): string {
  return rowsBefore === null ? 'No more rows' : 'End of list'
}

const TONES: Record<CompletenessName, Tone> = {
  complete: 'live',
  incomplete: 'fail',
  'more available': 'plain',
  'not proven complete': 'doubt',
}

function stateOf(meta: Answer<ListMethod>['meta'], more: boolean): { word: string; tone: Tone } {
  if (meta.state === 'stale') return { word: 'stale', tone: 'doubt' }
  const word = completenessName(meta, !more)
  return { word, tone: TONES[word] }
}

export function latestSummary(
  { cursor }: Pick<ListUrl, 'cursor'>,
  rowsBefore: number | null,
  outcome: Outcome<'getLatestCompressionSignatures'>,
  network: string,
): Summary {
  const about = `Compression transactions on ${network}, newest slot first.`
  const isFirst = cursor === null
  const title = isFirst ? 'Latest transactions' : 'Transactions'
  const card: Card = {
    ...STATIC_CARD,
    network,
    kind: 'Latest transactions',
    headline: 'Compression transactions',
    foot: 'Newest slot first',
  }
  if (!outcome || 'problem' in outcome) return summaryWithoutAnswer(outcome, { title, about, card, isPlain: isFirst })
  const { meta, result } = outcome.answer
  const { items } = result.value
  const [newest] = items
  const asOf = asOfSlot(meta.slot)
  if (!newest) {
    const headline = isFirst ? 'No transactions yet' : endText(rowsBefore)
    return {
      title,
      description: `${headline} ${asOf}. ${about}`,
      card: { ...card, headline, foot: capitalize(asOf) },
      index: false,
    }
  }
  const time = formatUtc(newest.blockTime)
  const rows = isFirst ? `${groupDigits(items.length)} newest` : rowsText(rowsBefore, items.length, meta)
  const stale = meta.state === 'stale'
  return {
    title: isFirst ? title : `${title}, ${rows}`,
    description: `${capitalize(rows)} ${asOf}; the first in slot ${groupDigits(newest.slot)}${time ? `, ${time}` : ''}. ${about}`,
    card: {
      ...card,
      headline: isFirst ? `Newest in slot ${groupDigits(newest.slot)}` : `Transactions, ${rows}`,
      state: stale ? { word: 'stale', tone: 'doubt' } : null,
      foot: time ? `${time}, ${asOf}` : capitalize(asOf),
    },
    index: isFirst && !stale,
  }
}
