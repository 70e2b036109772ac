import { formatSol, formatUnits } from '../../format/amounts'
import { formatCount, groupDigits, nounFor } from '../../format/numbers'
import { shorten } from '../../format/text'
import { knownProgram } from '../../protocol/solana/known-programs'
import type { DescribeOptions, IdentifierKind, Part } from './contract'

export const identifier = (what: IdentifierKind, text: string): Part => ({ type: 'identifier', what, text })

export const amount = (of: bigint, mint: string | null): Part => ({ type: 'amount', amount: of, mint })

/** A template of words and parts. */
export function phrase(texts: TemplateStringsArray, ...values: (Part | Part[] | string)[]): Part[] {
  const parts = texts.flatMap((text, i): Part[] => {
    const value = values[i] ?? []
    return [{ type: 'text', text }, ...(typeof value === 'string' ? phraseOf(value) : [value].flat())]
  })
  return parts.filter((part) => part.type !== 'text' || part.text !== '')
}

export const phraseOf = (text: string): Part[] => [{ type: 'text', text }]

/** One is named, several are counted. */
export function parties(keys: Iterable<string>, one: (key: string) => Part[], noun: string, many?: string): Part[] {
  const [first, ...others] = new Set(keys)
  if (first === undefined) return []
  return others.length === 0 ? one(first) : counted(others.length + 1, noun, many)
}

export function counted(count: number, noun: string, many?: string): Part[] {
  return [{ type: 'count', count }, ...phraseOf(` ${nounFor(count, noun, many)}`)]
}

export function textOf(parts: readonly Part[], options: DescribeOptions): string {
  return parts.map((part) => textOfPart(part, options)).join('')
}

function textOfPart(part: Part, { decimals }: DescribeOptions): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'count':
      return groupDigits(part.count)
    case 'identifier':
      return (part.what === 'program' && knownProgram(part.text)?.name) || short(part.text)
    case 'amount': {
      if (part.mint === null) return `${formatSol(part.amount)} SOL`
      const known = decimals?.(part.mint)
      return known === undefined
        ? `${formatCount(part.amount, 'base unit')} of ${short(part.mint)}`
        : `${formatUnits(part.amount, known)} ${short(part.mint)}`
    }
    default:
      return part satisfies never
  }
}

function short(key: string): string {
  const { head, middle, tail } = shorten(key)
  return middle === '' ? head : `${head}…${tail}`
}
