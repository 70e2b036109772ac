import { parseTlv } from '../../account/lens/token-extensions'
import { ownMember } from '../../platform/own-member'
import type { KnownTransaction, TokenMove } from '../contract'
import { MOVES_IN, MOVES_OUT } from '../sums'
import type { Part } from './contract'
import { SENTENCES } from './kinds'
import { type Amount, amount, counted, type Found, identifier, parties, phrase, type Slots } from './parts'
import { MISSING, MIXED, UNBALANCED, UNCLEAR } from './reasons'
import type { Touched, TouchedAccount } from './touched'

/** How amounts of one mint, or lamports of accounts without data and address, changed hands in an event. */
interface Change {
  /** null: lamports; '': of accounts whose contents are not known. */
  mint: string | null
  before: TouchedAccount[]
  after: TouchedAccount[]
  moves: Pick<TokenMove, 'kind' | 'amount' | 'account'>[]
}

/** By names of instructions that only change who may move tokens, and of those that say what they do. */
const PERMISSIONS = { Approve: 'approved', Revoke: 'revoked', Freeze: 'frozen', Thaw: 'thawed' } as const
const VERBS = { ...PERMISSIONS, MintTo: 'minted', Burn: 'burned' } as const

export function amountsIn(touched: Touched): Found[] {
  const { details, event } = touched
  const names = new Set(event.tokenInstructions.map((index) => details.instructions[index]?.name ?? ''))
  const name = names.size === 1 ? [...names].join() : ''
  return changesIn(touched).flatMap((change): Found[] => {
    const { mint } = change
    const why = whyUncertain(touched, change)
    if (why === MIXED) return [{ kind: 'unknown', reason: why }]
    const delegate = delegateOf(touched, change)
    const permission = mint === null ? undefined : ownMember(PERMISSIONS, name)
    if (why === null && permission) return permitted(change, permission)
    if (why === null && delegate !== 'unclear') return movements(change, delegate)
    const verb = mint === null ? undefined : ownMember(VERBS, name)
    const of = mint ? phrase(' of mint {mint}', { mint: identifier('mint', mint) }) : []
    const sentence = `compressed ${mint === null ? 'SOL' : 'tokens{of}'} ${verb ?? 'moved'}`
    return [{ kind: verb ? `tokens_${verb}` : 'unknown', sentence, slots: { of }, reason: why ?? UNCLEAR }]
  })
}

function changesIn({ details, event, before, after }: Touched): Change[] {
  const sol = [
    { kind: 'compressed', amount: event.compressed, account: null } as const,
    { kind: 'decompressed', amount: event.decompressed, account: null } as const,
  ].filter((move) => move.amount > 0n)
  const tokens = details.tokenMoves.filter(({ instruction }) => event.tokenInstructions.includes(instruction))
  const mints = new Set([...before, ...after].flatMap(({ mint }) => (mint === undefined ? [] : [mint])))
  return [...mints].map((mint) => ({
    mint,
    before: before.filter((account) => account.mint === mint),
    after: after.filter((account) => account.mint === mint),
    moves: mint === null ? sol : tokens.filter((move) => move.mint === mint),
  }))
}

/** null: amounts are certain. */
function whyUncertain({ details: { lamports, mints }, event }: Touched, change: Change): string | null {
  const { mint, before, after, moves } = change
  const fee = mint === null ? event.relayFee : 0n
  const isWhole = sumOf(before) + sumIn(moves, MOVES_IN) === sumOf(after) + sumIn(moves, MOVES_OUT) + fee
  if (mint === null) {
    if (lamports.state === 'missing') return MISSING[lamports.reason]
    return lamports.value.balances ? (isWhole ? null : MIXED) : UNBALANCED.unexplained
  }
  if (mints.state === 'missing') return MISSING[mints.reason]
  const total = mints.value.find(({ of }) => of === mint)
  return total?.balances && isWhole ? null : UNBALANCED[total?.unbalanced ?? 'unexplained']
}

/** null: the owner acted. Older instructions name who did; of Transfer2 the owner or the delegate signed. */
function delegateOf({ details, event }: Touched, { before }: Change): string | null {
  const delegates = new Set(before.flatMap(({ token }) => token?.delegate ?? []))
  if (delegates.size === 0) return null
  const named = event.tokenInstructions.flatMap((index) => details.instructions[index]?.authority ?? [])
  const acting = named.length > 0 ? named : details.signers
  const delegate = acting.find((one) => delegates.has(one))
  if (!before.some(({ owner }) => acting.includes(owner))) return delegate ?? 'unclear'
  return delegate === undefined || named.length === 1 ? null : 'unclear'
}

function permitted({ mint, before, after }: Change, verb: 'approved' | 'revoked' | 'frozen' | 'thawed'): Found[] {
  const all = verb === 'revoked' ? before : after
  const of = verb === 'approved' || verb === 'revoked' ? all.filter(({ token }) => token?.delegate) : all
  if (of.length === 0) return []
  const keys = of.map(({ token }) => token?.delegate)
  const slots = { who: ownersOf(before), delegates: parties('delegate', keys), sum: amount(sumOf(of), mint) }
  return [{ kind: `tokens_${verb}`, slots }]
}

/** What crossed, what went to others, and what one owner merged or split. */
function movements(change: Change, delegate: string | null): Found[] {
  const { mint, before, after, moves } = change
  const owners = ownersOf(before)
  const by: Slots =
    delegate === null
      ? { who: owners }
      : { who: parties('delegate', [delegate]), from: phrase(' from {owners}', { owners }) }
  const said = (act: string, of: bigint, to: readonly TouchedAccount[], at: (string | null)[] = []): Found => {
    const kind = `${mint === null ? 'sol' : 'tokens'}_${act}` as Kind
    const sum = amount(of, mint)
    const key = [kind, mint, delegate, ...ownersIn(before), 'to', ...ownersIn(to), ...at].join(' ')
    const slots = { ...by, sum, to: toOwners(to), at: parties('token account', at) }
    return { kind, slots, sum: { key, sum } }
  }
  const gains = gainsOf(change)
  const given = givenIn(change, gains)
  const holders = before.length === 0 ? after : given !== null ? [] : gains.length > 0 ? gains : before
  const found = [...new Set(moves.map(({ kind }) => kind))].map((kind): Found => {
    const own = moves.filter((move) => move.kind === kind)
    const at = own.map(({ account }) => account)
    return said(kind, sumOf(own), holders, at)
  })
  const sent = delegate === null ? 'transferred' : 'transferred_by_delegate'
  if (given !== null) found.push(said(sent, given, gains))
  else if (moves.length === 0 && ownersIn([...before, ...after]).length === 1) {
    const { kind, slots, sum } = said(sent, sumOf(before), before)
    const to = delegate === null ? phrase(' to itself') : toOwners(before)
    const [was, is] = [counted(before.length, 'account'), counted(after.length, 'account')]
    if (mint === null || before.length === after.length) found.push({ kind, slots: { ...slots, to }, sum })
    else
      found.push({ kind: `tokens_${before.length > after.length ? 'merged' : 'split'}`, slots: { ...slots, was, is } })
  }
  return before.length > 0 ? found : found.filter(({ kind }) => !SENTENCES[kind as Kind].startsWith('{who}'))
}

/** What moved between the same parties is one change, however many instructions it took. */
export function summed(found: readonly Found[]): Found[] {
  const sums = new Map<string, Amount>()
  return found.filter(({ sum: own }) => {
    const first = own && sums.get(own.key)
    if (first) first.amount += own.sum.amount
    else if (own) sums.set(own.key, own.sum)
    return !first
  })
}

type Kind = keyof typeof SENTENCES

const sumOf = (amounts: readonly { amount: bigint }[]) => amounts.reduce((sum, { amount }) => sum + amount, 0n)

const sumIn = (moves: Change['moves'], kinds: ReadonlySet<string>) => sumOf(moves.filter(({ kind }) => kinds.has(kind)))

/** What is held by those who had none before, or less: what returns to its owner is no gain. */
function gainsOf({ before, after }: Change): TouchedAccount[] {
  const had = new Map<string, bigint>()
  for (const { owner, amount } of before) had.set(owner, (had.get(owner) ?? 0n) + amount)
  const left = new Map(had)
  for (const { owner, amount } of after) left.set(owner, (left.get(owner) ?? 0n) - amount)
  return after.filter(({ owner }) => !had.has(owner) || (left.get(owner) ?? 0n) < 0n)
}

/** What owners of what was consumed lost to others. null: there was none, or nothing went to others. */
function givenIn({ before, after, moves }: Change, gains: readonly TouchedAccount[]): bigint | null {
  if (before.length === 0 || gains.length === 0) return null
  const winners = new Set(gains.map(({ owner }) => owner))
  const isLoser = ({ owner }: TouchedAccount) => !winners.has(owner)
  const given = sumOf(before.filter(isLoser)) - sumOf(after.filter(isLoser)) - sumIn(moves, MOVES_OUT)
  return given > 0n || (given === 0n && moves.length === 0) ? given : null
}

const ownersIn = (accounts: readonly TouchedAccount[]) => [...new Set(accounts.map(({ owner }) => owner))].sort()

function ownersOf(accounts: readonly TouchedAccount[]): Part[] {
  const owners = accounts.map(({ owner }) => owner)
  if (accounts.some(({ token }) => token === null)) return parties('owner', owners, null)
  const areAssociated = accounts.every(({ token }) => parseTlv(token?.tlv).compressedOnly?.isAta)
  return areAssociated ? parties('associated account', owners) : parties('wallet', owners, null)
}

function toOwners(accounts: readonly TouchedAccount[]): Part[] {
  return accounts.length === 0 ? [] : phrase(' to {owners}', { owners: ownersOf(accounts) })
}

/** Between token accounts on the chain: no event has them. */
export function wraps({ tokenMoves }: KnownTransaction): Found[] {
  return tokenMoves.flatMap(({ kind, instruction, mint, amount: sum, account }): Found[] => {
    if (kind !== 'wrapped' && kind !== 'unwrapped') return []
    const slots = { sum: amount(sum, mint), at: parties('token account', [account]) }
    return [{ kind: `tokens_${kind}`, instruction, slots }]
  })
}
