import { parseTlv } from '../../account/lens/token-extensions'
import { ownMember } from '../../platform/own-member'
import type { KnownTransaction, TokenFields, TokenMove } from '../contract'
import { MOVES_IN, MOVES_OUT } from '../sums'
import type { Part } from './contract'
import { type SENTENCES, sentenceOf } from './kinds'
import { amount, counted, type Found, identifier, parties, phrase, type Slots } from './parts'
import { MISSING, MIXED, UNBALANCED, UNCLEAR } from './reasons'
import type { Touched } from './touched'

/** How amounts of one mint, or lamports of accounts without data and address, changed hands in an event. */
interface Change {
  /** null: lamports; '': of accounts whose contents are not known. */
  mint: string | null
  before: Holding[]
  after: Holding[]
  moves: Pick<TokenMove, 'kind' | 'amount' | 'account'>[]
}

interface Holding {
  owner: string
  amount: bigint
  token: TokenFields | null
}

type Delegate = string | null

/** Kinds of instructions that only change who may move tokens, and of those that say what they do. */
const PERMISSIONS = { Approve: 'approved', Revoke: 'revoked', Freeze: 'frozen', Thaw: 'thawed' } as const
const VERBS = { ...PERMISSIONS, MintTo: 'minted', Burn: 'burned' } as const

export function amountsIn(touched: Touched): Found[] {
  const { details, event } = touched
  const names = new Set(event.tokenInstructions.map((index) => details.instructions[index]?.name ?? ''))
  const name = names.size === 1 ? [...names].join() : ''
  return changesIn(touched).flatMap((change): Found[] => {
    const { mint } = change
    const why = whyUncertain(touched, change)
    const delegate = delegateOf(touched, change)
    const verb = mint === null ? undefined : ownMember(VERBS, name)
    if (why === MIXED) return [{ kind: 'unknown', reason: why }]
    if (why !== null || (delegate === 'unclear' && !ownMember(PERMISSIONS, name))) {
      const of = mint ? phrase(' of mint {mint}', { mint: identifier('mint', mint) }) : []
      const sentence = `compressed ${mint === null ? 'SOL' : 'tokens{of}'} ${verb ?? 'moved'}`
      return [{ kind: verb ? `tokens_${verb}` : 'unknown', sentence, slots: { of }, reason: why ?? UNCLEAR }]
    }
    const permission = ownMember(PERMISSIONS, name)
    return permission ? permitted(change, permission) : movements(change, delegate)
  })
}

function changesIn({ details, event, before, after }: Touched): Change[] {
  const sol = [
    { kind: 'compressed', amount: event.compressed, account: null } as const,
    { kind: 'decompressed', amount: event.decompressed, account: null } as const,
  ].filter((move) => move.amount > 0n)
  const movesOf = (mint: string) =>
    details.tokenMoves.filter((move) => move.mint === mint && event.tokenInstructions.includes(move.instruction))
  const changes = new Map<string | null, Change>()
  const changeOf = (mint: string | null) => {
    const moves = mint === null ? sol : movesOf(mint)
    const change: Change = changes.get(mint) ?? { mint, before: [], after: [], moves }
    changes.set(mint, change)
    return change
  }
  for (const [side, accounts] of [
    ['before', before],
    ['after', after],
  ] as const) {
    for (const { token, data, address, owner, lamports } of accounts) {
      if (token) changeOf(token.mint)[side].push({ owner: token.owner, amount: token.amount, token })
      else if (token === undefined) changeOf('')
      else if (!data && !address) changeOf(null)[side].push({ owner, amount: lamports, token })
    }
  }
  return [...changes.values()]
}

/** null: amounts are certain. */
function whyUncertain({ details: { lamports, mints }, event }: Touched, change: Change): string | null {
  const { mint, before, after, moves } = change
  const sumOfMoves = (kinds: ReadonlySet<string>) => sumOf(moves.filter(({ kind }) => kinds.has(kind)))
  const fee = mint === null ? event.relayFee : 0n
  const isWhole = sumOf(before) + sumOfMoves(MOVES_IN) === sumOf(after) + sumOfMoves(MOVES_OUT) + fee
  if (mint === null) {
    if (lamports.state === 'missing') return MISSING[lamports.reason]
    return lamports.value.balances ? (isWhole ? null : MIXED) : UNBALANCED.unexplained
  }
  if (mints.state === 'missing') return MISSING[mints.reason]
  const total = mints.value.find(({ of }) => of === mint)
  return total?.balances && isWhole ? null : UNBALANCED[total?.unbalanced ?? 'unexplained']
}

/** null: the owner acted. Older instructions name who did; of Transfer2 the owner or the delegate signed. */
function delegateOf({ details, event }: Touched, { before }: Change): Delegate | 'unclear' {
  const delegates = new Set(before.flatMap(({ token }) => token?.delegate ?? []))
  if (delegates.size === 0) return null
  const named = event.tokenInstructions.flatMap((index) => details.instructions[index]?.authority ?? [])
  const acting = named.length > 0 ? named : details.signers
  const delegate = acting.find((one) => delegates.has(one))
  if (!before.some(({ owner }) => acting.includes(owner))) return delegate ?? 'unclear'
  return delegate === undefined || named.length === 1 ? null : 'unclear'
}

function permitted({ mint, before, after }: Change, verb: 'approved' | 'revoked' | 'frozen' | 'thawed'): Found[] {
  const isDelegated = ({ token }: Holding) => token?.delegate != null
  const of = verb === 'approved' ? after.filter(isDelegated) : verb === 'revoked' ? before.filter(isDelegated) : after
  const delegates = parties(
    of.flatMap(({ token }) => token?.delegate ?? []),
    'delegate',
  )
  if (of.length === 0) return []
  return [{ kind: `tokens_${verb}`, slots: { who: ownersOf(before), delegates, sum: amount(sumOf(of), mint) } }]
}

/** What crossed, what went to others, and what one owner merged or split. */
function movements(change: Change, delegate: Delegate): Found[] {
  const { mint, before, after, moves } = change
  const owners = ownersOf(before)
  const by: Slots =
    delegate === null
      ? { who: owners }
      : { who: parties([delegate], 'delegate'), from: phrase(' from {owners}', { owners }) }
  const gains = gainsOf(change)
  const given = givenIn(change, gains)
  const holders = before.length === 0 ? after : given !== null ? [] : gains.length > 0 ? gains : before
  const found = [...new Set(moves.map(({ kind }) => kind))].map((kind): Found => {
    const own = moves.filter((move) => move.kind === kind)
    const at = parties(
      own.flatMap(({ account }) => account ?? []),
      'token account',
    )
    return { kind: kindOf(mint, kind), slots: { ...by, sum: amount(sumOf(own), mint), at, to: toOwners(holders) } }
  })
  const sent = kindOf(mint, delegate === null ? 'transferred' : 'transferred_by_delegate')
  if (given !== null) found.push({ kind: sent, slots: { ...by, sum: amount(given, mint), to: toOwners(gains) } })
  else if (moves.length === 0 && new Set([...before, ...after].map(({ owner }) => owner)).size === 1) {
    const isSame = mint === null || before.length === after.length
    const kind = isSame ? sent : before.length > after.length ? 'tokens_merged' : 'tokens_split'
    const [was, is] = [counted(before.length, 'account'), counted(after.length, 'account')]
    const to = delegate === null ? phrase(' to itself') : toOwners(before)
    found.push({ kind, slots: { ...by, sum: amount(sumOf(before), mint), was, is, to } })
  }
  return found.filter(({ kind }) => before.length > 0 || !sentenceOf(kind)?.startsWith('{who}'))
}

const kindOf = (mint: string | null, act: string) =>
  `${mint === null ? 'sol' : 'tokens'}_${act}` as keyof typeof SENTENCES

const sumOf = (amounts: readonly { amount: bigint }[]) => amounts.reduce((sum, { amount }) => sum + amount, 0n)

/** What is held by those who had none before, or less: what returns to its owner is no gain. */
function gainsOf({ before, after }: Change): Holding[] {
  const change = new Map<string, bigint>(before.map(({ owner }) => [owner, 0n]))
  for (const { owner, amount } of before) change.set(owner, (change.get(owner) ?? 0n) - amount)
  const had = new Set(change.keys())
  for (const { owner, amount } of after) change.set(owner, (change.get(owner) ?? 0n) + amount)
  return after.filter(({ owner }) => !had.has(owner) || (change.get(owner) ?? 0n) > 0n)
}

/** What owners of what was consumed lost to others. null: there was none, or nothing went to others. */
function givenIn({ before, after, moves }: Change, gains: readonly Holding[]): bigint | null {
  if (before.length === 0 || gains.length === 0) return null
  const winners = new Set(gains.map(({ owner }) => owner))
  const isLoser = ({ owner }: Holding) => !winners.has(owner)
  const left = sumOf(moves.filter(({ kind }) => MOVES_OUT.has(kind)))
  const given = sumOf(before.filter(isLoser)) - sumOf(after.filter(isLoser)) - left
  return given > 0n || (given === 0n && moves.length === 0) ? given : null
}

function ownersOf(holdings: readonly Holding[]): Part[] {
  const owners = holdings.map(({ owner }) => owner)
  if (holdings.some(({ token }) => token === null)) return parties(owners, 'owner', null)
  const areAssociated = holdings.every(({ token }) => parseTlv(token?.tlv).compressedOnly?.isAta)
  return areAssociated ? parties(owners, 'associated account') : parties(owners, 'wallet', null)
}

function toOwners(holdings: readonly Holding[]): Part[] {
  return holdings.length === 0 ? [] : phrase(' to {owners}', { owners: ownersOf(holdings) })
}

/** Between token accounts on the chain: no event has them. */
export function wraps({ tokenMoves }: KnownTransaction): Found[] {
  return tokenMoves.flatMap(({ kind, instruction, mint, amount: sum, account }): Found[] => {
    if (kind !== 'wrapped' && kind !== 'unwrapped') return []
    const at = parties(account === null ? [] : [account], 'token account')
    return [{ kind: `tokens_${kind}`, instruction, slots: { sum: amount(sum, mint), at } }]
  })
}
