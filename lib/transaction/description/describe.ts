import { formatCount } from '../../format/numbers'
import { capitalize } from '../../format/text'
import type { Mints } from '../../protocol/solana/mint-info'
import type { TransactionDetails } from '../contract'
import { accountsIn, treeChanges } from './accounts'
import { amountsIn, summed, wraps } from './amounts'
import type { Clause, Description } from './contract'
import { KINDS, SENTENCES } from './kinds'
import { type Found, phrase, textOf, withUnits } from './parts'
import { MISSING, UNRULED } from './reasons'
import { touchedBy } from './touched'

const MAX_CLAUSES = 3

/**
 * Says what a transaction did to compressed state: no I/O, no guesses. What is not certain is left out, and `reason` says why.
 * Each number is an amount, a sum or a count of what `details` lists, each identifier stands in it. docs/transactions.md.
 * @param mints those whose decimals are known
 */
export function describe(details: TransactionDetails, mints: Mints = {}): Description {
  const found = foundIn(details).sort((a, b) => placeOf(a) - placeOf(b) || (a.instruction ?? 0) - (b.instruction ?? 0))
  const { lamports } = details
  // A part that cannot be read may hold more than was found.
  const unread = lamports.state === 'missing' && lamports.reason === 'unreadable' ? MISSING.unreadable : undefined
  const reason = found.find((one) => one.reason !== undefined)?.reason ?? unread
  const all = found.flatMap((one) => clauseOf(one, mints))
  const clauses = all.length > 0 ? all.slice(0, MAX_CLAUSES) : clauseOf(SOME_CHANGE, mints)
  const first = clauses[0]?.parts[0]
  if (first?.type === 'text') first.text = capitalize(first.text)
  const more = Math.max(0, all.length - MAX_CLAUSES)
  const said = clauses.map(({ parts }) => parts.map(textOf).join('')).join('; ')
  return {
    kind: clauses[0]?.kind ?? 'unknown',
    clauses,
    more,
    text: more === 0 ? said : `${said} and ${formatCount(more, 'more change')}`,
    ...(reason !== undefined && { reason }),
  }
}

/** `unknown` comes last. */
function placeOf({ kind }: Found): number {
  return kind === 'unknown' ? KINDS.length : KINDS.indexOf(kind)
}

function clauseOf({ kind, slots, sentence }: Found, mints: Mints): Clause[] {
  const said = sentence ?? (kind === 'unknown' ? undefined : SENTENCES[kind])
  return said === undefined ? [] : [{ kind, parts: withUnits(phrase(said, slots), mints) }]
}

function foundIn(details: TransactionDetails): Found[] {
  const { doubt, failure, lamports } = details
  if (doubt !== null) {
    return [{ kind: 'unknown', sentence: 'its effect on compressed state is not known', reason: MISSING[doubt] }]
  }
  if (failure) return [{ kind: 'failed', slots: { failure: { type: 'text', text: failure.message } } }]
  const inEvents = details.events.flatMap((event, index): Found[] => {
    const touched = touchedBy(details, index, event)
    const found = [...amountsIn(touched), ...accountsIn(touched)]
    const reason = touched.hasHashOnly ? MISSING.unknown_fields : UNRULED
    const { instruction } = event
    return (found.length > 0 ? found : [{ ...SOME_CHANGE, reason }]).map((one) => ({ ...one, instruction }))
  })
  const found = [...summed(inEvents), ...wraps(details), ...treeChanges(details)]
  if (found.length > 0) return found
  if (lamports.state === 'missing') return [{ ...SOME_CHANGE, reason: MISSING[lamports.reason] }]
  return [details.usesCompression ? { ...SOME_CHANGE, reason: UNRULED } : { kind: 'none' }]
}

const SOME_CHANGE: Found = { kind: 'unknown', sentence: 'a change of compressed state' }
