import { expect } from 'vitest'
import type { KnownTransaction, TransactionDetails } from '@/lib/transaction/contract'
import type { Description } from '@/lib/transaction/description/contract'
import { describe } from '@/lib/transaction/description/describe'

/** Listed amounts of a mint, or lamports (null). */
function listed({ events, consumed, created, tokenMoves }: KnownTransaction, mint: string | null): bigint[] {
  if (mint === null) {
    const moved = events.flatMap(({ compressed, decompressed }) => [compressed, decompressed])
    return [
      ...moved,
      ...consumed.flatMap(({ fields }) => fields?.lamports ?? []),
      ...created.map(({ account }) => account.lamports),
    ]
  }
  const before = consumed.flatMap(({ content }) => (content.state === 'read' ? (content.token ?? []) : []))
  const tokens = [...before, ...created.flatMap(({ token }) => token ?? []), ...tokenMoves]
  return tokens.filter((token) => token.mint === mint).map(({ amount }) => amount)
}

function sumsOf(amounts: readonly bigint[]): Set<bigint> {
  const sums = new Set([0n])
  for (const amount of amounts) for (const sum of [...sums]) sums.add(sum + amount)
  return sums
}

/** Sizes of what a transaction lists: accounts, and distinct parties among them. */
function countsOf({ consumed, created, newAddresses, tokenMoves }: KnownTransaction): Set<number> {
  const before = consumed.flatMap(({ content }) => (content.state === 'read' ? (content.token ?? []) : []))
  const after = created.flatMap(({ token }) => token ?? [])
  const own = new Set(before.map(({ owner }) => owner))
  const parties = [
    ...[before, after].flatMap((tokens) => [tokens.map(({ owner }) => owner), tokens.map(({ delegate }) => delegate)]),
    after.map(({ owner }) => owner).filter((owner) => !own.has(owner)),
    tokenMoves.map(({ account }) => account),
  ]
  const accounts = [consumed.length, created.length, newAddresses.length]
  return new Set([...accounts, ...parties.map((keys) => new Set(keys.filter((key) => key !== null)).size)])
}

/** Compares a description with what its transaction lists. */
export function checkDescription(details: TransactionDetails): Description {
  const description = describe(details)
  const parts = description.clauses.flatMap((clause) => clause.parts)
  const everything = JSON.stringify(details, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  for (const part of parts) {
    if (part.type === 'text') {
      if (!details.failure) expect(part.text).not.toMatch(/\d/)
      continue
    }
    if (part.type === 'identifier') {
      expect(everything).toContain(`"${part.text}"`)
      continue
    }
    if (details.doubt !== null) throw new Error(`a number of ${details.signature}, of which none is known`)
    if (part.type === 'count') expect([...countsOf(details)], details.signature).toContain(part.count)
    else expect(sumsOf(listed(details, part.mint)), details.signature).toContain(part.amount)
  }
  return description
}
