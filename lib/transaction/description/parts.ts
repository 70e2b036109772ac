import { formatSol, formatUnits } from '../../format/amounts'
import { formatCount, groupDigits, nounFor } from '../../format/numbers'
import { shorten } from '../../format/text'
import { knownProgram } from '../../protocol/solana/known-programs'
import type { DescribeOptions, IdentifierKind, Part } from './contract'
import type { DescriptionKind } from './kinds'

export const identifier = (what: IdentifierKind, text: string): Part => ({ type: 'identifier', what, text })

export const amount = (of: bigint, mint: string | null): Part => ({ type: 'amount', amount: of, mint })

/** What stands at `{name}` in a sentence. */
export type Slots = Readonly<Record<string, Part | Part[]>>

export function phrase(sentence: string, slots: Slots = {}): Part[] {
  return sentence.split(/\{(\w+)\}/).flatMap((piece, i): Part | Part[] => {
    if (i % 2 === 1) return slots[piece] ?? []
    return piece === '' ? [] : { type: 'text', text: piece }
  })
}

/** What a rule found. */
export interface Found {
  kind: DescriptionKind
  slots?: Slots
  /** In place of the kind's; none of kind `unknown`: only the reason is given. */
  sentence?: string
  /** Index in TransactionDetails.instructions; absent: that of the event. */
  instruction?: number
  /** Why the sentence does not say more. */
  reason?: string
}

/** One is named, several are counted. `noun`: written before the one; null: not written. */
export function parties(keys: Iterable<string>, what: IdentifierKind, noun: string | null = what): Part[] {
  const all = [...new Set(keys)]
  if (all.length > 1) return counted(all.length, noun ?? what)
  return all.flatMap((key) => phrase(noun === null ? '{key}' : `${noun} {key}`, { key: identifier(what, key) }))
}

export function counted(count: number, noun: string): Part[] {
  const many = noun === 'address' ? 'addresses' : undefined
  return phrase(`{count} ${nounFor(count, noun, many)}`, { count: { type: 'count', count } })
}

export function textOf(part: Part, { decimals }: DescribeOptions): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'count':
      return groupDigits(part.count)
    case 'identifier':
      return (part.what === 'program' && knownProgram(part.text)?.name) || short(part.text)
    case 'amount': {
      const { amount, mint } = part
      if (mint === null) return `${formatSol(amount)} SOL`
      const known = decimals?.(mint)
      const units = known === undefined ? `${formatCount(amount, 'base unit')} of` : formatUnits(amount, known)
      return `${units} ${short(mint)}`
    }
    default:
      return part satisfies never
  }
}

function short(key: string): string {
  const { head, middle, tail } = shorten(key, 4)
  return middle === '' ? head : `${head}…${tail}`
}
