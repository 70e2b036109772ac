import { readTlv } from '../../account/lens/token-extensions'
import type { TokenFields } from '../contract'
import type { Clause, Part } from './contract'
import { amount, identifier, partiesOf, words } from './parts'

/** What a rule found. */
export interface Found extends Clause {
  /** Index of TransactionDetails.events. */
  event: number
  /** Why the clause does not say more. */
  reason?: string
}

export interface Holding {
  owner: string
  amount: bigint
  token: TokenFields | null
}

/** What an event did to amounts of one mint, or to lamports of accounts without data. */
export interface Change {
  event: number
  mint: string | null
  before: Holding[]
  after: Holding[]
}

export const sumOf = (holdings: readonly Holding[]) => holdings.reduce((sum, { amount }) => sum + amount, 0n)

export const amountOf = ({ mint }: Change, of: bigint): Part => amount(of, mint)

/** The owners of `holdings`. */
export function ownersOf({ mint }: Change, holdings: readonly Holding[]): Part[] {
  const accounts = new Set(
    holdings.filter(({ token }) => readTlv(token?.tlv).compressedOnly?.isAta).map((one) => one.owner),
  )
  const one = (owner: string): Part[] => {
    if (accounts.has(owner)) return [words('associated account '), identifier('associated account', owner)]
    return [identifier(mint === null ? 'owner' : 'wallet', owner)]
  }
  return partiesOf(
    holdings.map(({ owner }) => owner),
    one,
    mint === null ? 'owners' : 'wallets',
  )
}

/** What went to others than the owners of what was consumed, whose change is no gain. */
export function gainsOf({ before, after }: Change): { holdings: Holding[]; amount: bigint } | null {
  const changes = new Map<string, bigint>()
  for (const { owner, amount } of after) changes.set(owner, (changes.get(owner) ?? 0n) + amount)
  const senders = new Set(before.map(({ owner }) => owner))
  for (const { owner, amount } of before)
    if (changes.has(owner)) changes.set(owner, (changes.get(owner) ?? 0n) - amount)
  const gained = [...changes].filter(([owner, amount]) => amount > 0n || !senders.has(owner))
  if (gained.length === 0) return null
  const winners = new Set(gained.map(([owner]) => owner))
  return {
    holdings: after.filter(({ owner }) => winners.has(owner)),
    amount: gained.reduce((sum, [, amount]) => sum + amount, 0n),
  }
}

/** "A sent 5 to B". null: nothing went to others. */
export function sent(change: Change): Part[] | null {
  const gains = change.before.length > 0 ? gainsOf(change) : null
  if (!gains) return null
  return [
    ...ownersOf(change, change.before),
    words(' sent '),
    amountOf(change, gains.amount),
    words(' to '),
    ...ownersOf(change, gains.holdings),
  ]
}
