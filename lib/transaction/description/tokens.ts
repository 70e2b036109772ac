import { ownMember } from '../../platform/own-member'
import type { TokenFields, TokenMove } from '../contract'
import { MOVES_IN, MOVES_OUT } from '../sums'
import {
  addsUp,
  type Change,
  compressed,
  did,
  type Found,
  type Holding,
  holdsTokens,
  instructionOf,
  isRearranged,
  ownersOf,
  sent,
  sentToItself,
  sumOf,
} from './change'
import type { Kind, KnownFacts, Part } from './contract'
import { amount, counted, identifier, parties, phrase } from './parts'
import { MISSING, UNBALANCED, UNCLEAR, UNCOUNTED } from './reasons'

interface TokenChange extends Change {
  mint: string
  /** Of the token program's instruction; null: none known, or several. */
  name: string | null
  moves: readonly TokenMove[]
  /** False: it only changed who may move the tokens. */
  isMoved: boolean
}

/** null: it is not what the rule describes. */
type Rule = (change: TokenChange) => Part[] | null

const PERMISSIONS = new Set(['Approve', 'Revoke', 'Freeze', 'Thaw'])

const RULES: readonly [Kind, Rule][] = [
  ['tokens_minted', moved('minted', (change, { sum }) => phrase`${sum} minted to ${ownersOf(change, change.after)}`)],
  ['tokens_burned', moved('burned', (change, { sum }) => did(change, 'burned', sum))],
  ['tokens_compressed', moved('compressed', (change, { moves }) => compressed(change, sumOf(moves)))],
  [
    'tokens_decompressed',
    moved('decompressed', (change, { sum, at }) => phrase`${did(change, 'decompressed', sum)} to ${at}`),
  ],
  ['tokens_transferred', (change) => (change.delegate === null ? transferred(change) : null)],
  ['tokens_transferred_by_delegate', (change) => (change.delegate === null ? null : transferred(change))],
  ['tokens_approved', named('Approve', (change) => delegation(change, 'approved', change.after))],
  ['tokens_revoked', named('Revoke', (change) => delegation(change, 'revoked', change.before))],
  ['tokens_frozen', named('Freeze', (change) => phrase`${subject(change)} had ${total(change)} frozen`)],
  ['tokens_thawed', named('Thaw', (change) => phrase`${subject(change)} had ${total(change)} thawed`)],
  ['tokens_merged', (change) => (change.before.length > change.after.length ? rearranged(change, 'merged') : null)],
  ['tokens_split', (change) => (change.before.length < change.after.length ? rearranged(change, 'split') : null)],
  ['tokens_loaded', moved('loaded', (change, { sum, at }) => phrase`${did(change, 'loaded', sum)} to ${at}`)],
  [
    'tokens_compressed_and_closed',
    moved('closed', (_, { sum, at }) => phrase`${at} compressed and closed with ${sum}`),
  ],
]

const subject = (change: TokenChange) => ownersOf(change, change.before)

const total = ({ before, mint }: TokenChange) => amount(sumOf(before), mint)

function named(name: string, say: Rule): Rule {
  return (change) => (change.name === name ? say(change) : null)
}

function moved(
  kind: TokenMove['kind'],
  say: (change: TokenChange, what: { moves: TokenMove[]; sum: Part; at: Part[] }) => Part[],
): Rule {
  return (change) => {
    const moves = change.moves.filter((move) => move.kind === kind)
    if (moves.length === 0) return null
    return say(change, { moves, sum: amount(sumOf(moves), change.mint), at: accountsOf(moves) })
  }
}

function accountsOf(moves: readonly TokenMove[]): Part[] {
  const one = (account: string) => phrase`token account ${identifier('token account', account)}`
  return parties(
    moves.flatMap(({ account }) => account ?? []),
    one,
    'token account',
  )
}

function delegation(change: TokenChange, verb: string, holdings: readonly Holding[]): Part[] | null {
  const delegated = holdings.filter(({ token }) => token?.delegate)
  const delegates = delegated.flatMap(({ token }) => token?.delegate ?? [])
  if (delegates.length === 0) return null
  const who = parties(delegates, (delegate) => phrase`delegate ${identifier('delegate', delegate)}`, 'delegate')
  return phrase`${subject(change)} ${verb} ${who} for ${amount(sumOf(delegated), change.mint)}`
}

function transferred(change: TokenChange): Part[] | null {
  if (!change.isMoved) return null
  return sent(change) ?? (change.before.length === change.after.length ? sentToItself(change) : null)
}

function rearranged(change: TokenChange, verb: string): Part[] | null {
  if (!change.isMoved || !isRearranged(change)) return null
  const [was, is] = [change.before, change.after].map(({ length }) => counted(length, 'account'))
  return phrase`${did(change, verb, phrase`${was ?? []} of ${total(change)}`)} into ${is ?? []}`
}

export function tokensIn(facts: KnownFacts, event: number): Found[] {
  const { mints } = facts
  const accounts = accountsIn(facts, event)
  if (mints.state === 'missing') return accounts.areTokens ? [unsure(facts, event, MISSING[mints.reason])] : []
  return mints.value.flatMap(({ of: mint, balances, unbalanced }): Found[] => {
    const holdings = accounts.byMint.get(mint)
    if (!holdings) return []
    const change = changeOf(facts, event, mint, holdings)
    const delegate = change.isMoved ? delegateOf(facts, event, change.before) : null
    if (!balances || !addsUp(change)) {
      return [unsure(facts, event, unbalanced === null ? UNBALANCED : UNCOUNTED[unbalanced], mint)]
    }
    if (delegate === 'unclear') return [unsure(facts, event, UNCLEAR, mint)]
    return RULES.flatMap(([kind, say]): Found[] => {
      const parts = say({ ...change, delegate })
      return parts ? [{ kind, instruction: instructionOf(facts, event), parts }] : []
    })
  })
}

interface Holdings {
  before: Holding[]
  after: Holding[]
}

function accountsIn({ consumed, created }: KnownFacts, event: number) {
  const byMint = new Map<string, Holdings>()
  const add = (side: keyof Holdings, token: TokenFields | null) => {
    if (!token) return
    const { mint, owner, amount } = token
    const holdings = byMint.get(mint) ?? { before: [], after: [] }
    byMint.set(mint, holdings)
    holdings[side].push({ owner, amount, token })
  }
  const spent = consumed.filter((one) => one.event === event)
  for (const { content } of spent) if (content.state === 'read') add('before', content.token)
  for (const one of created) if (one.event === event) add('after', one.token)
  return { byMint, areTokens: byMint.size > 0 || spent.some(holdsTokens) }
}

function changeOf(facts: KnownFacts, event: number, mint: string, holdings: Holdings): TokenChange {
  const own = new Set(facts.events[event]?.instructions)
  const moves = facts.tokenMoves.filter((move) => move.mint === mint && own.has(move.instruction))
  const sumOfKinds = (kinds: ReadonlySet<TokenMove['kind']>) => sumOf(moves.filter(({ kind }) => kinds.has(kind)))
  const name = nameOf(facts, event)
  return {
    mint,
    ...holdings,
    entered: sumOfKinds(MOVES_IN),
    left: sumOfKinds(MOVES_OUT),
    name,
    moves,
    isMoved: name === null || !PERMISSIONS.has(name),
    delegate: null,
  }
}

function nameOf({ instructions, events }: KnownFacts, event: number): string | null {
  const [name = null, ...others] = new Set(events[event]?.instructions.map((index) => instructions[index]?.name))
  return others.length === 0 ? name : null
}

/** null: the owner acted. Older instructions name who did; of Transfer2 the owner or the delegate signed. */
function delegateOf(facts: KnownFacts, event: number, before: readonly Holding[]): string | null | 'unclear' {
  const delegates = new Set(before.flatMap(({ token }) => token?.delegate ?? []))
  if (delegates.size === 0) return null
  const { instructions, events, signers } = facts
  const named = events[event]?.instructions.flatMap((index) => instructions[index]?.authority ?? []) ?? []
  const acting = named.length > 0 ? named : signers
  const isOwner = before.some(({ owner }) => acting.includes(owner))
  const delegate = acting.find((one) => delegates.has(one))
  if (isOwner) return delegate === undefined || named.length === 1 ? null : 'unclear'
  return delegate ?? 'unclear'
}

/** What is certain without amounts: what the instruction is called. */
const UNSURE: Readonly<Record<string, [Kind, string]>> = {
  MintTo: ['tokens_minted', 'minted'],
  Burn: ['tokens_burned', 'burned'],
  Approve: ['tokens_approved', 'approved to a delegate'],
  Revoke: ['tokens_revoked', 'revoked from a delegate'],
  Freeze: ['tokens_frozen', 'frozen'],
  Thaw: ['tokens_thawed', 'thawed'],
}

function unsure(facts: KnownFacts, event: number, reason: string, mint?: string): Found {
  const [kind, verb] = ownMember(UNSURE, nameOf(facts, event) ?? '') ?? ['unknown', 'moved']
  const of = mint === undefined ? [] : phrase` of mint ${identifier('mint', mint)}`
  return { kind, instruction: instructionOf(facts, event), parts: phrase`compressed tokens${of} ${verb}`, reason }
}

/** Between token accounts on the chain: no event has them. */
export function wraps({ tokenMoves }: KnownFacts): Found[] {
  return tokenMoves.flatMap((move): Found[] => {
    const { kind, instruction, mint } = move
    if (kind !== 'wrapped' && kind !== 'unwrapped') return []
    return [
      {
        kind: `tokens_${kind}`,
        instruction,
        parts: phrase`${amount(move.amount, mint)} ${kind} to ${accountsOf([move])}`,
      },
    ]
  })
}
