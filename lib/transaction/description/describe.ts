import type { Found } from './change'
import { type Clause, type DescribedFacts, type DescribeOptions, type Description, KINDS, type Kind } from './contract'
import { textOf, words } from './parts'
import { MISSING, UNRULED } from './reasons'
import { solChanges } from './sol'
import { tokenChanges } from './tokens'

const MOST_CLAUSES = 3

/**
 * Says what a transaction did to compressed state: no I/O, no guesses. What is not certain is left out, and `reason` says why.
 * Each number is an amount, a sum or a count of accounts in `facts`, each identifier stands in it. docs/transactions.md.
 */
export function describe(facts: DescribedFacts, options: DescribeOptions = {}): Description {
  const found = findingsIn(facts).sort((a, b) => placeOf(a.kind) - placeOf(b.kind) || a.event - b.event)
  const clauses = found.slice(0, MOST_CLAUSES).map(({ kind, parts }): Clause => ({ kind, parts }))
  const more = found.length - clauses.length
  const rest = more === 0 ? '' : ` and ${more} more ${more === 1 ? 'change' : 'changes'}`
  const reason = found.find((one) => one.reason !== undefined)?.reason
  return {
    kind: clauses[0]?.kind ?? 'unknown',
    clauses,
    more,
    text: clauses.map(({ parts }) => textOf(parts, options)).join('; ') + rest,
    ...(reason !== undefined && { reason }),
  }
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
  const found = [...tokenChanges(facts), ...solChanges(facts)]
  const rest = facts.events.flatMap((_, event) => (found.some((one) => one.event === event) ? [] : [unruled(event)]))
  if (found.length + rest.length > 0) return [...found, ...rest]
  return facts.usesCompression ? [unruled(0)] : [said('none', 'No change of compressed state')]
}

const said = (kind: Kind, text: string): Found => ({ kind, event: 0, parts: [words(text)] })

const unruled = (event: number): Found => ({
  ...said('unknown', 'A change of compressed state'),
  event,
  reason: UNRULED,
})
