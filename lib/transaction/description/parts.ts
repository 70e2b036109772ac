import { formatSol, formatUnits } from '../../format/amounts'
import { formatCount, groupDigits, nounFor } from '../../format/numbers'
import { shortIdentifier } from '../../page/summary'
import { knownProgram } from '../../protocol/solana/known-programs'
import type { Mints } from '../../protocol/solana/mint-info'
import type { IdentifierKind, Part } from './contract'
import type { DescriptionKind } from './kinds'

export function identifier(what: IdentifierKind, text: string): Part {
  const name = what === 'program' ? knownProgram(text)?.name : undefined
  return { type: 'identifier', what, text, ...(name !== undefined && { name }) }
}

export type Amount = Extract<Part, { type: 'amount' }>

export const amount = (of: bigint, mint: string | null): Amount => ({ type: 'amount', amount: of, mint })

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
  /** Changes of one key are one, of this amount. */
  sum?: { key: string; sum: Amount } | undefined
}

type Key = string | null | undefined

/** One is named, several are counted. `noun`: written before the one; null: not written. */
export function parties(what: IdentifierKind, keys: readonly Key[], noun: string | null = what): Part[] {
  const all = new Set(keys.flatMap((key) => key ?? []))
  if (all.size > 1) return counted(all.size, noun ?? what)
  return [...all].flatMap((key) => phrase(noun === null ? '{key}' : `${noun} {key}`, { key: identifier(what, key) }))
}

export function counted(count: number, noun: string): Part[] {
  const many = noun === 'address' ? 'addresses' : undefined
  return phrase(`{count} ${nounFor(count, noun, many)}`, { count: { type: 'count', count } })
}

/** Issuers choose symbols: these characters cannot pass for others, or for words of ours. */
const SYMBOL = /^[A-Za-z0-9.$-]{1,10}$/

export function withUnits(parts: readonly Part[], mints: Mints): Part[] {
  return parts.map((part) => {
    const info = part.type === 'amount' ? mints[part.mint ?? ''] : undefined
    if (!info) return part
    const { decimals, symbol } = info
    return { ...part, decimals, ...(symbol !== null && SYMBOL.test(symbol) && { symbol }) }
  })
}

export function textOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'count':
      return groupDigits(part.count)
    case 'identifier':
      return part.name ?? short(part.text)
    case 'amount': {
      const { amount, mint, decimals } = part
      if (mint === null) return `${formatSol(amount)} SOL`
      const units = decimals === undefined ? `${formatCount(amount, 'base unit')} of` : formatUnits(amount, decimals)
      return `${units} ${short(mint)}`
    }
    default:
      return part satisfies never
  }
}

/** Four characters at both ends: the transaction's page has all of it. */
const short = (key: string) => shortIdentifier(key, 4)
