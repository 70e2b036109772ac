import { readTlv } from '../../account/lens/token-extensions'
import { isTokenProgram } from '../../protocol/light/token-program'
import type { ConsumedAccount, TokenFields } from '../contract'
import type { Clause, KnownFacts, Part } from './contract'
import { amount, identifier, parties, phrase } from './parts'

/** What a rule found. */
export interface Found extends Clause {
  /** Index in TransactionDetails.instructions. */
  instruction: number
  /** Why the clause does not say more. */
  reason?: string
}

/** How amounts of one mint, or lamports of accounts without data, changed hands in an event. */
export interface Change {
  mint: string | null
  before: readonly Holding[]
  after: readonly Holding[]
  /** What came into compressed state, and what left it. */
  entered: bigint
  left: bigint
  /** Who moved it for its owner. */
  delegate: string | null
}

export interface Holding {
  owner: string
  amount: bigint
  token: TokenFields | null
}

export const sumOf = (amounts: readonly { amount: bigint }[]) => amounts.reduce((sum, { amount }) => sum + amount, 0n)

export function addsUp({ before, after, entered, left }: Change): boolean {
  return sumOf(before) + entered === sumOf(after) + left
}

/** Nothing says what it held: only its hash is known. */
export const isWithoutFields = ({ fields, content }: ConsumedAccount) => !fields && content.state !== 'read'

/** Or may hold some: its content is not known. Token accounts have no address. */
export function holdsTokens({ fields, content }: ConsumedAccount): boolean {
  if (content.state === 'read') return content.token !== null
  return fields !== null && fields.data !== null && fields.address === null && isTokenProgram(fields.owner)
}

export const instructionOf = ({ events }: KnownFacts, event: number) => events[event]?.instructions[0] ?? 0

export function ownersOf({ mint }: Change, holdings: readonly Holding[]): Part[] {
  const associated = new Set(
    holdings.flatMap(({ owner, token }) => (readTlv(token?.tlv).compressedOnly?.isAta ? owner : [])),
  )
  return parties(
    holdings.map(({ owner }) => owner),
    (owner) =>
      associated.has(owner)
        ? phrase`associated account ${identifier('associated account', owner)}`
        : [identifier(mint === null ? 'owner' : 'wallet', owner)],
    mint === null ? 'owner' : 'wallet',
  )
}

function byOwner(holdings: readonly Holding[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { owner, amount } of holdings) sums.set(owner, (sums.get(owner) ?? 0n) + amount)
  return sums
}

/** What is held by those who had none before, or less: what returns to its owner is no gain. */
function gainsOf({ before, after }: Change): Holding[] {
  const [had, has] = [byOwner(before), byOwner(after)]
  return after.filter(({ owner }) => (has.get(owner) ?? 0n) > (had.get(owner) ?? -1n))
}

/** What went from owners of what was consumed to others. null: nothing was consumed, or nothing went to others. */
export function givenOf(change: Change): { to: Holding[]; amount: bigint } | null {
  const { before, after, entered, left } = change
  const to = gainsOf(change)
  if (before.length === 0 || to.length === 0) return null
  const winners = new Set(to.map(({ owner }) => owner))
  const lost = ({ owner }: Holding) => !winners.has(owner)
  const given = sumOf(before.filter(lost)) - sumOf(after.filter(lost)) - left
  return given > 0n || (given === 0n && entered + left === 0n) ? { to, amount: given } : null
}

/** "5 compressed to B". Not to whom, where others gained as well from what was consumed. */
export function compressed(change: Change, of: bigint): Part[] {
  const { mint, before, after } = change
  const gains = gainsOf(change)
  const to = before.length === 0 ? after : givenOf(change) ? [] : gains.length > 0 ? gains : before
  const said = phrase`${amount(of, mint)} compressed`
  return to.length === 0 ? said : phrase`${said} to ${ownersOf(change, to)}`
}

/** "A burned 5", "delegate D burned 5 from A"; "5 burned" where nothing was consumed. */
export function did(change: Change, verb: string, what: Part | Part[]): Part[] {
  const { before, delegate } = change
  const owners = ownersOf(change, before)
  if (owners.length === 0) return phrase`${what} ${verb}`
  if (delegate === null) return phrase`${owners} ${verb} ${what}`
  return phrase`delegate ${identifier('delegate', delegate)} ${verb} ${what} from ${owners}`
}

/** "A sent 5 to B". */
export function sent(change: Change): Part[] | null {
  const given = givenOf(change)
  if (!given) return null
  return phrase`${did(change, 'sent', amount(given.amount, change.mint))} to ${ownersOf(change, given.to)}`
}

/** "A sent 5 to itself". */
export function sentToItself(change: Change): Part[] | null {
  if (!isRearranged(change)) return null
  const { mint, before, delegate } = change
  const to = delegate === null ? phrase`itself` : ownersOf(change, before)
  return phrase`${did(change, 'sent', amount(sumOf(before), mint))} to ${to}`
}

/** One owner has all, before and after. */
export function isRearranged({ before, after, entered, left }: Change): boolean {
  const owners = new Set([...before, ...after].map(({ owner }) => owner))
  return entered + left === 0n && owners.size === 1 && before.length > 0
}
