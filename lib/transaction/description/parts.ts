import { formatSol, formatUnits } from '../../format/amounts'
import { groupDigits } from '../../format/numbers'
import { shorten } from '../../format/text'
import { knownProgram } from '../../protocol/solana/known-programs'
import type { DescribeOptions, IdentifierKind, Part } from './contract'

export const words = (text: string): Part => ({ type: 'text', text })

export const identifier = (what: IdentifierKind, text: string): Part => ({ type: 'identifier', what, text })

export const amount = (of: bigint, mint: string | null): Part => ({ type: 'amount', amount: of, mint })

/** One is named, several are counted. */
export function partiesOf(keys: Iterable<string>, one: (key: string) => Part[], many: string): Part[] {
  const [first, ...others] = new Set(keys)
  if (first === undefined) return []
  return others.length === 0 ? one(first) : [{ type: 'count', count: others.length + 1 }, words(` ${many}`)]
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
        ? `${groupDigits(part.amount)} base units of ${short(part.mint)}`
        : `${formatUnits(part.amount, known)} ${short(part.mint)}`
    }
    default:
      return part satisfies never
  }
}

const SIDE = 4

function short(key: string): string {
  const { head, middle, tail } = shorten(key, SIDE)
  return middle === '' ? head : `${head}…${tail}`
}
