import { formatCount } from '../../format/numbers'
import { capitalize } from '../../format/text'
import { accountsIn } from './accounts'
import { type Found, instructionOf, isWithoutFields } from './change'
import {
  type DescribedFacts,
  type DescribeOptions,
  type Description,
  KINDS,
  type Kind,
  type KnownFacts,
  type Part,
} from './contract'
import { phraseOf, textOf } from './parts'
import { MISSING, UNRULED } from './reasons'
import { solIn } from './sol'
import { tokensIn, wraps } from './tokens'
import { treeChanges } from './trees'

const MAX_CLAUSES = 3

/**
 * Says what a transaction did to compressed state: no I/O, no guesses. What is not certain is left out, and `reason` says why.
 * Each number is an amount, a sum or a count of accounts in `facts`, each identifier stands in it. docs/transactions.md.
 */
export function describe(facts: DescribedFacts, options: DescribeOptions = {}): Description {
  const found = findingsIn(facts).sort((a, b) => placeOf(a.kind) - placeOf(b.kind) || a.instruction - b.instruction)
  const reason = found.find((one) => one.reason !== undefined)?.reason ?? unreadable(facts)
  const said = found.filter(({ parts }) => parts.length > 0)
  const all = said.length > 0 ? said : [SOME_CHANGE]
  const clauses = all
    .slice(0, MAX_CLAUSES)
    .map(({ kind, parts }, i) => ({ kind, parts: i === 0 ? asBegin(parts) : parts }))
  const more = all.length - clauses.length
  const rest = more === 0 ? '' : ` and ${formatCount(more, 'more change')}`
  return {
    kind: clauses[0]?.kind ?? 'unknown',
    clauses,
    more,
    text: clauses.map(({ parts }) => textOf(parts, options)).join('; ') + rest,
    ...(reason !== undefined && { reason }),
  }
}

function asBegin([first, ...parts]: Part[]): Part[] {
  return first?.type === 'text' ? [...phraseOf(capitalize(first.text)), ...parts] : first ? [first, ...parts] : []
}

/** Sums are missing wherever an event is. */
function unreadable({ doubt, lamports }: DescribedFacts): string | undefined {
  const isUnreadable = doubt === null && lamports.state === 'missing' && lamports.reason === 'unreadable'
  return isUnreadable ? MISSING.unreadable : undefined
}

/** Mints whose decimals the sentence needs. */
export function mintsIn({ clauses }: Description): string[] {
  const parts = clauses.flatMap((clause) => clause.parts)
  return [...new Set(parts.flatMap((part) => (part.type === 'amount' ? (part.mint ?? []) : [])))]
}

/** `unknown` comes last. */
function placeOf(kind: Kind): number {
  return kind === 'unknown' ? KINDS.length : KINDS.indexOf(kind)
}

function findingsIn(facts: DescribedFacts): Found[] {
  const { failure } = facts
  if (facts.doubt !== null) {
    return [{ ...said('unknown', 'Its effect on compressed state is not known'), reason: MISSING[facts.doubt] }]
  }
  if (failure) return [said('failed', `Failed: ${failure.message}`)]
  const found = [
    ...facts.events.flatMap((_, event) => {
      const inEvent = [...tokensIn(facts, event), ...solIn(facts, event), ...accountsIn(facts, event)]
      return inEvent.length > 0 ? inEvent : [unruled(facts, event)]
    }),
    ...wraps(facts),
    ...treeChanges(facts),
  ]
  if (found.length > 0) return found
  if (facts.lamports.state === 'missing') return [{ ...SOME_CHANGE, reason: MISSING[facts.lamports.reason] }]
  return [facts.usesCompression ? { ...SOME_CHANGE, reason: UNRULED } : said('none', 'No change of compressed state')]
}

function unruled(facts: KnownFacts, event: number): Found {
  const isHashOnly = facts.consumed.some((one) => one.event === event && isWithoutFields(one))
  const reason = isHashOnly ? MISSING.unknown_fields : UNRULED
  return { ...SOME_CHANGE, instruction: instructionOf(facts, event), reason }
}

const said = (kind: Kind, text: string): Found => ({ kind, instruction: 0, parts: phraseOf(text) })

const SOME_CHANGE = said('unknown', 'a change of compressed state')
