import { formatCount } from '../../format/numbers'
import { capitalize } from '../../format/text'
import type { TransactionDetails } from '../contract'
import { accountsIn, treeChanges } from './accounts'
import { amountsIn, wraps } from './amounts'
import type { Clause, DescribeOptions, Description, Part } from './contract'
import { KINDS, sentenceOf } from './kinds'
import { type Found, phrase, textOf } from './parts'
import { MISSING, UNRULED } from './reasons'
import { type Touched, touchedBy } from './touched'

const MAX_CLAUSES = 3

/**
 * Says what a transaction did to compressed state: no I/O, no guesses. What is not certain is left out, and `reason` says why.
 * Each number is an amount, a sum or a count of what `details` lists, each identifier stands in it. docs/transactions.md.
 */
export function describe(details: TransactionDetails, options: DescribeOptions = {}): Description {
  const found = foundIn(details).sort((a, b) => placeOf(a) - placeOf(b) || (a.instruction ?? 0) - (b.instruction ?? 0))
  const { lamports } = details
  // A part that cannot be read may hold more than was found.
  const unread = lamports.state === 'missing' && lamports.reason === 'unreadable' ? MISSING.unreadable : undefined
  const reason = found.find((one) => one.reason !== undefined)?.reason ?? unread
  const all = found.flatMap(clauseOf)
  const clauses = all.length > 0 ? all.slice(0, MAX_CLAUSES) : clauseOf(SOME_CHANGE)
  const first = clauses[0]?.parts[0]
  if (first?.type === 'text') first.text = capitalize(first.text)
  const more = Math.max(0, all.length - MAX_CLAUSES)
  const said = clauses.map(({ parts }) => parts.map((part) => textOf(part, options)).join('')).join('; ')
  return {
    kind: clauses[0]?.kind ?? 'unknown',
    clauses,
    more,
    text: more === 0 ? said : `${said} and ${formatCount(more, 'more change')}`,
    ...(reason !== undefined && { reason }),
  }
}

/** Mints whose decimals the sentence needs. */
export function mintsIn({ clauses }: Description): string[] {
  const ofPart = (part: Part) => (part.type === 'amount' ? (part.mint ?? []) : [])
  return [...new Set(clauses.flatMap(({ parts }) => parts.flatMap(ofPart)))]
}

/** `unknown` comes last. */
function placeOf({ kind }: Found): number {
  return kind === 'unknown' ? KINDS.length : KINDS.indexOf(kind)
}

function clauseOf({ kind, slots, sentence = sentenceOf(kind) }: Found): Clause[] {
  return sentence === undefined ? [] : [{ kind, parts: phrase(sentence, slots) }]
}

function foundIn(details: TransactionDetails): Found[] {
  const { doubt, failure, lamports } = details
  if (doubt !== null) {
    return [{ kind: 'unknown', sentence: 'its effect on compressed state is not known', reason: MISSING[doubt] }]
  }
  if (failure) return [{ kind: 'failed', slots: { failure: { type: 'text', text: failure.message } } }]
  const found = [
    ...details.events.flatMap((event, index) => inEvent(touchedBy(details, index, event))),
    ...wraps(details),
    ...treeChanges(details),
  ]
  if (found.length > 0) return found
  if (lamports.state === 'missing') return [{ ...SOME_CHANGE, reason: MISSING[lamports.reason] }]
  return [details.usesCompression ? { ...SOME_CHANGE, reason: UNRULED } : { kind: 'none' }]
}

function inEvent(touched: Touched): Found[] {
  const found = [...amountsIn(touched), ...accountsIn(touched)]
  const reason = touched.hasHashOnly ? MISSING.unknown_fields : UNRULED
  return (found.length > 0 ? found : [{ ...SOME_CHANGE, reason }]).map((one) => ({
    ...one,
    instruction: touched.event.instruction,
  }))
}

const SOME_CHANGE: Found = { kind: 'unknown', sentence: 'a change of compressed state' }
