import { delegatedAmount } from '../../account/lens/token-extensions'
import type { Answer } from '../../api/answer'
import type { Problem } from '../../api/problem'
import { formatCount, groupDigits } from '../../format/numbers'
import { POOL_AUTHORITY } from '../../protocol/light/pools'
import type { AccountItem } from '../../protocol/rpc/items'
import { TOKEN_PROGRAMS } from '../../protocol/solana/mint-account'
import { compressibleFrom, readTokenAccount } from '../../protocol/solana/token-account'
import type { ChainAccountRead, ChainHoldings, ChainPart } from '../../upstream/chain/token-accounts'
import type { ClosedAccounts } from '../../upstream/indexer/closed-accounts'
import { type ListOutcome, readTokens } from '../wallet'
import type { HeldAccount, MintTotal, Place, PlaceSum, SumKind, WalletTotal } from './contract'

/** One list of compressed accounts. `complete`: it has all of them. */
export type ColdList =
  | { ok: true; slot: number | null; complete: boolean; rows: readonly AccountItem[] }
  | { ok: false; problem: Problem }

export interface AssociatedList {
  mint: string
  account: string
  list: ColdList
}

export interface ColdHoldings {
  own: ColdList
  tokens: ColdList
  associated: AssociatedList[]
}

/** The chain is read between the two readings of compressed accounts. */
export interface Readings {
  before: ColdHoldings
  chain: ChainHoldings | { problem: Problem }
  after: ColdHoldings | null
  /** Mints whose associated account was closed, read after the chain; null: the indexer does not tell. */
  closed: ClosedAccounts | null
  unaskedMints: number
}

/** From the wallet's lists of compressed accounts alone. */
export function compressedTotal(
  wallet: string,
  own: ListOutcome<'getCompressedAccountsByOwner'>,
  tokens: typeof own,
  problem: Problem,
): WalletTotal {
  const before = { own: coldList(own, problem), tokens: coldList(tokens, problem), associated: [] }
  return walletTotal(wallet, { before, chain: { problem }, after: null, closed: null, unaskedMints: 0 })
}

function coldList(outcome: ListOutcome<'getCompressedAccountsByOwner'>, late: Problem): ColdList {
  if (!outcome || 'problem' in outcome) return { ok: false, problem: outcome?.problem ?? late }
  return listFrom(outcome.answer)
}

export function listFrom({ result, meta }: Answer<'getCompressedAccountsByOwner'>): ColdList {
  const complete = (result.value.cursor ?? null) === null && meta.complete === true
  return { ok: true, slot: meta.slot, complete, rows: result.value.items }
}

/** Sums are exact at the chain's slot if nothing is missing, and no compressed account changed between the two readings. */
export function walletTotal(wallet: string, readings: Readings): WalletTotal {
  const { chain, after, closed, unaskedMints } = readings
  const before = after ? completeInBoth(readings.before, after) : readings.before
  const parts = 'problem' in chain ? null : chain
  const onChain = parts ? chainAccounts(wallet, parts) : { accounts: [], extras: new Map<string, Extra>(), missing: [] }
  const slot = parts ? commonSlot(parts) : null
  const torn = parts ? tornBetween(before, after, slot) : null
  const tokens = coldAccounts(wallet, before.tokens, null)
  const associated = before.associated.map((each) => ({ ...each, ...coldAccounts(each.account, each.list, each.mint) }))
  const reasons = [
    ...('problem' in chain ? [`Accounts on the chain: ${chain.problem.detail ?? chain.problem.title}`] : []),
    ...onChain.missing,
    ...tokens.missing,
    ...(torn === null ? [] : [torn]),
  ]
  const sumWith = (missing: number): SumKind => (torn !== null ? 'none' : missing > 0 ? 'at least' : 'exact')
  const accounts = [...onChain.accounts, ...tokens.accounts, ...associated.flatMap((each) => each.accounts)]
  const mints = [...new Set(accounts.map(({ mint }) => mint))].map((mint): MintTotal => {
    const held = accounts.filter((account) => account.mint === mint)
    const asked = associated.find((each) => each.mint === mint)
    const missing = asked ? asked.missing : ['Compressed accounts of its associated token account were not asked for.']
    const places = {
      spl: sumIn(held, 'spl'),
      token2022: sumIn(held, 'token2022'),
      light: sumIn(held, 'light'),
      compressed: sumIn(held, 'compressed'),
    }
    const extra = onChain.extras.get(mint) ?? NO_EXTRA
    const kind = sumWith(reasons.length + missing.length)
    const total = kind === 'none' ? null : held.reduce((all, { amount }) => all + amount, 0n)
    return { mint, sum: kind, total, places, ...extra, reasons: missing }
  })
  const read = associated.filter(({ missing }) => missing.length === 0)
  const unlisted = whyUnlisted(closed, slot, [...read, ...mints])
  mints.sort((a, b) => accountsOf(b) - accountsOf(a) || (a.mint < b.mint ? -1 : 1))
  return {
    wallet,
    sum: sumWith(reasons.length + unlisted.length),
    slot,
    slots: slotsOf(parts, before),
    reasons: [...reasons, ...unlisted],
    sol: solTotal(parts, before.own, torn),
    mints,
    accounts,
    unaskedMints,
  }
}

/** Why there may be mints of which the wallet has closed associated accounts alone, and which are not listed. */
function whyUnlisted(closed: ClosedAccounts | null, slot: number | null, listed: readonly { mint: string }[]) {
  const what = 'Closed associated token accounts'
  if (!closed) return [`${what}: this indexer does not list them, so mints may be missing.`]
  if (!closed.ok) return [`${what}: ${closed.problem.detail ?? closed.problem.title}`]
  const { knownFrom, cut, pairs } = closed.value
  const known = new Set(listed.map(({ mint }) => mint))
  const unread = closedMints(closed).filter((mint) => !known.has(mint)).length
  return [
    ...(knownFrom > 0 ? [`${what}: the indexer knows those closed from slot ${groupDigits(knownFrom)} on.`] : []),
    ...(cut ? [`${what}: only the latest ${groupDigits(pairs.length)} were read.`] : []),
    ...(slot !== null && closed.value.slot < slot ? [`${what}: the indexer answered before the chain node.`] : []),
    ...(unread > 0 ? [`${what}: those of ${formatCount(unread, 'mint')} were not read.`] : []),
  ]
}

export function closedMints(closed: ClosedAccounts | null): string[] {
  return closed?.ok ? closed.value.pairs.map(({ mint }) => mint) : []
}

/** A list has all rows only if neither reading may lack some. */
function completeInBoth(before: ColdHoldings, after: ColdHoldings): ColdHoldings {
  const both = (list: ColdList, again: ColdList | undefined): ColdList =>
    list.ok && again?.ok ? { ...list, complete: list.complete && again.complete } : list
  return {
    own: both(before.own, after.own),
    tokens: both(before.tokens, after.tokens),
    associated: before.associated.map((each, i) => ({ ...each, list: both(each.list, after.associated[i]?.list) })),
  }
}

interface Extra {
  isNative: boolean
  withheld: bigint
  confidential: number
}

const NO_EXTRA: Extra = { isNative: false, withheld: 0n, confidential: 0 }

const NAMES = { spl: 'SPL Token', token2022: 'Token-2022', light: 'Light Token' } as const

type ChainPlace = keyof typeof NAMES

const PROGRAM_PLACES: Readonly<Record<string, ChainPlace>> = {
  [TOKEN_PROGRAMS.spl]: 'spl',
  [TOKEN_PROGRAMS.token2022]: 'token2022',
}

function chainAccounts(wallet: string, chain: ChainHoldings) {
  const accounts: HeldAccount[] = []
  const extras = new Map<string, Extra>()
  const missing: string[] = []
  const seen = new Set<string>()
  let unreadable = 0
  const add = ({ address, program, lamports, data }: ChainAccountRead) => {
    if (seen.has(address)) return
    seen.add(address)
    if (!holdsTokens(data)) return
    const read = readTokenAccount(program, data)
    if (!read.ok || read.value.owner !== wallet) {
      unreadable++
      return
    }
    // Pools hold what compressed accounts hold already.
    if (wallet === POOL_AUTHORITY) return
    const { mint, amount, state, delegate, delegatedAmount: delegated, closeAuthority, rent, ...own } = read.value
    accounts.push({
      place: PROGRAM_PLACES[program] ?? 'light',
      id: address,
      ...{ mint, amount, state, delegate, closeAuthority },
      delegatedAmount: delegate === null ? 0n : delegated,
      associated: null,
      compressibleFrom: rent && compressibleFrom(rent, lamports, data.length),
    })
    const extra = extras.get(mint) ?? NO_EXTRA
    extras.set(mint, {
      isNative: extra.isNative || own.isNative,
      withheld: extra.withheld + own.withheld,
      confidential: extra.confidential + Number(own.isConfidential),
    })
  }
  for (const place of ['spl', 'token2022', 'light'] as const) {
    const part = chain[place]
    if (part.ok) for (const account of part.value) add(account)
    const why = whyMissing(part, chain.listed)
    if (why !== null) missing.push(`${NAMES[place]} accounts: ${why}`)
  }
  if (chain.listed?.ok) for (const account of chain.listed.value) add(account)
  if (unreadable > 0) missing.push(`${formatCount(unreadable, 'account')} of the chain node’s answer cannot be read.`)
  return { accounts, extras, missing }
}

/** Set up as a token account: programs keep other accounts too, and new ones hold nothing. */
function holdsTokens(data: Uint8Array): boolean {
  return data.length >= 165 && (data.length === 165 || data[165] === 2) && data[108] !== 0
}

function whyMissing(part: ChainPart<unknown>, listed: ChainHoldings['listed']): string | null {
  if (part.ok) return part.cut ? `only the first ${groupDigits((part.value as unknown[]).length)} were read.` : null
  if (part.refused && listed?.ok)
    return 'the chain node does not list them; only associated accounts of known mints were read.'
  return part.problem.detail ?? part.problem.title
}

function commonSlot({ lamports, spl, token2022, light, listed }: ChainHoldings): number | null {
  const slots = [lamports, spl, token2022, light, listed].flatMap((part) => (part?.ok ? [part.slot] : []))
  return new Set(slots).size === 1 ? (slots[0] ?? null) : null
}

export function listsOf({ own, tokens, associated }: ColdHoldings): ColdList[] {
  return [own, tokens, ...associated.map(({ list }) => list)]
}

/** null: the parts can be added. */
function tornBetween(before: ColdHoldings, after: ColdHoldings | null, slot: number | null): string | null {
  if (slot === null) return 'The chain node answered at different slots.'
  const first = listsOf(before)
  const second = after ? listsOf(after) : []
  for (const [i, list] of first.entries()) {
    // A list that was never read is missing, not torn.
    if (!list.ok) continue
    const again = second[i]
    if (!again?.ok) return `The indexer’s lists at slot ${groupDigits(slot)} or later are not known.`
    if (list.slot === null || again.slot === null) return 'The indexer did not name the slot of its lists.'
    if (list.slot > slot) return `The chain node answered at slot ${groupDigits(slot)}, before the indexer’s lists.`
    if (again.slot < slot) return `The indexer answered at slot ${groupDigits(again.slot)}, before the chain node.`
    if (!isSame(list.rows, again.rows)) return 'Compressed accounts changed while the chain was read.'
  }
  return null
}

function isSame(a: readonly AccountItem[], b: readonly AccountItem[]): boolean {
  const hashes = new Set(a.map(({ hash }) => hash))
  return a.length === b.length && b.every(({ hash }) => hashes.has(hash))
}

/** @param mint null: all mints of a wallet's own list; else `owner` is the mint's associated token account */
function coldAccounts(owner: string, list: ColdList, mint: string | null) {
  const what = mint === null ? 'Compressed accounts' : 'Compressed accounts of its associated token account'
  if (!list.ok) return { accounts: [], missing: [`${what}: ${list.problem.detail ?? list.problem.title}`] }
  const { rows, uncounted } = readTokens(
    list.rows,
    (token) => token.owner === owner && (mint === null || token.mint === mint),
  )
  const missing = [
    ...(list.complete ? [] : [`${what}: the list may be incomplete.`]),
    ...(uncounted > 0 ? [`${what}: ${formatCount(uncounted, 'row')} cannot be read as token accounts.`] : []),
  ]
  const accounts = rows.map(({ account, tokenData }): HeldAccount => {
    const { delegate } = tokenData
    return {
      place: 'compressed',
      id: account.hash,
      mint: tokenData.mint,
      amount: BigInt(tokenData.amount),
      state: tokenData.state,
      delegate,
      delegatedAmount: delegate === null ? 0n : delegatedAmount(tokenData),
      closeAuthority: null,
      associated: mint === null ? null : owner,
      compressibleFrom: null,
    }
  })
  return { accounts, missing }
}

function sumIn(held: readonly HeldAccount[], place: Place): PlaceSum {
  const there = held.filter((account) => account.place === place)
  return { accounts: there.length, amount: there.reduce((all, { amount }) => all + amount, 0n) }
}

function accountsOf({ places }: MintTotal): number {
  return Object.values(places).reduce((all, { accounts }) => all + accounts, 0)
}

function solTotal(chain: ChainHoldings | null, own: ColdList, torn: string | null): WalletTotal['sol'] {
  const onChain = chain?.lamports.ok ? chain.lamports.value : null
  const compressed = own.ok ? own.rows.reduce((all, { lamports }) => all + BigInt(lamports), 0n) : null
  if (torn !== null) return { sum: 'none', total: null, chain: onChain, compressed }
  const isExact = onChain !== null && own.ok && own.complete
  const total = onChain === null && compressed === null ? null : (onChain ?? 0n) + (compressed ?? 0n)
  return { sum: total === null ? 'none' : isExact ? 'exact' : 'at least', total, chain: onChain, compressed }
}

function slotsOf(chain: ChainHoldings | null, { tokens }: ColdHoldings): WalletTotal['slots'] {
  const slot = (part: { ok: boolean; slot?: number | null } | undefined) =>
    part?.ok ? { at: part.slot ?? undefined } : {}
  const entries = {
    sol: slot(chain?.lamports),
    spl: slot(chain?.spl),
    token2022: slot(chain?.token2022),
    light: slot(chain?.light),
    compressed: slot(tokens),
  }
  return Object.fromEntries(Object.entries(entries).flatMap(([name, { at }]) => (at === undefined ? [] : [[name, at]])))
}
