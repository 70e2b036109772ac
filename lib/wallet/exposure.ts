import { delegatedAmount, parseTlv, type TokenOwnerKind, tokenOwnerKind } from '../account/lens/token-extensions'
import type { AnswerMeta } from '../api/answer'
import { formatCount } from '../format/numbers'
import type { TokenAccountItem } from '../protocol/rpc/items'

/*
 * Sums of token accounts by mint, and by party inside a mint: wallets in a delegate's list, delegates in a wallet's list.
 * Amounts of different mints are never added; sums may exceed 2^64. A delegate may move the whole amount of an account, or the
 * part that its extension data name. Interface 4.4; features.md a61; facts/cold-tokens.md 1.
 */

/** Base units of one mint. */
export interface AmountSum {
  accounts: number
  /** For delegated accounts, the amount that the delegate may move. */
  amount: bigint
  held: bigint
}

/** Interface 2.9: the states are a convention, not an enumeration. */
export interface SumsByState {
  movable: AmountSum
  /** State `frozen`: not movable until the mint's authority thaws the accounts. */
  frozen: AmountSum
  other: AmountSum
}

interface PartyExposure extends SumsByState {
  party: string
  kind: TokenOwnerKind
}

export interface MintExposure extends SumsByState {
  mint: string
  total: bigint
  parties: number
  top: PartyExposure[]
}

export interface Exposure {
  accounts: number
  parties: number
  movable: number
  frozen: number
  other: number
  /** Accounts owned by an associated token account, whose wallet is unknown. */
  associated: number
  /** Accounts with undecodable extension data, counted with their whole amount as an upper bound. */
  unread: number
  /** Sorted by number of accounts: amounts of different mints cannot be compared. */
  mints: MintExposure[]
}

interface ExposureMode {
  partyOf(item: TokenAccountItem): string
  amountOf(item: TokenAccountItem): bigint
}

const MOVABLE_OF_WALLETS: ExposureMode = {
  partyOf: ({ tokenData }) => tokenData.owner,
  amountOf: ({ tokenData }) => delegatedAmount(tokenData),
}

export const MOVABLE_OF_DELEGATES: ExposureMode = {
  partyOf: ({ tokenData }) => tokenData.delegate ?? '',
  amountOf: ({ tokenData }) => delegatedAmount(tokenData),
}

export const HELD_IN_ACCOUNTS: ExposureMode = {
  partyOf: ({ account }) => account.hash,
  amountOf: ({ tokenData }) => BigInt(tokenData.amount),
}

export class ExposureSum {
  readonly #hashes = new Set<string>()
  readonly #mints = new Map<string, Map<string, PartySums>>()
  readonly #of: ExposureMode
  #associated = 0
  #unread = 0

  constructor(of: ExposureMode = MOVABLE_OF_WALLETS) {
    this.#of = of
  }

  add(items: readonly TokenAccountItem[]): void {
    for (const item of items) {
      if (this.#hashes.has(item.account.hash)) continue
      this.#hashes.add(item.account.hash)
      const { mint, amount, state, tlv } = item.tokenData
      const kind = tokenOwnerKind(tlv)
      if (kind === 'associated token account') this.#associated++
      if (tlv && isUnread(tlv)) this.#unread++
      const party = this.#of.partyOf(item)
      const parties = this.#mints.get(mint) ?? new Map<string, PartySums>()
      this.#mints.set(mint, parties)
      const sums = parties.get(party) ?? { kind, ...nothing() }
      if (sums.kind !== kind) sums.kind = 'unknown'
      parties.set(party, sums)
      const sum = state === 'initialized' ? sums.movable : state === 'frozen' ? sums.frozen : sums.other
      sum.accounts++
      sum.amount += this.#of.amountOf(item)
      sum.held += BigInt(amount)
    }
  }

  /** @param top number of parties listed per mint */
  result(top: number): Exposure {
    const mints = [...this.#mints].map(([mint, parties]) => mintOf(mint, parties, top))
    const count = (state: keyof SumsByState) => mints.reduce((all, sums) => all + sums[state].accounts, 0)
    return {
      accounts: this.#hashes.size,
      parties: new Set([...this.#mints.values()].flatMap((parties) => [...parties.keys()])).size,
      movable: count('movable'),
      frozen: count('frozen'),
      other: count('other'),
      associated: this.#associated,
      unread: this.#unread,
      mints: mints.sort((a, b) => totalAccounts(b) - totalAccounts(a) || (a.mint < b.mint ? -1 : 1)),
    }
  }
}

interface PartySums extends SumsByState {
  kind: TokenOwnerKind
}

/** Undecodable extension data: the amount that the delegate may move is unknown. */
function isUnread(tlv: string): boolean {
  const { compressedOnly, problem } = parseTlv(tlv)
  return compressedOnly === null && problem !== null
}

function mintOf(mint: string, parties: ReadonlyMap<string, PartySums>, top: number): MintExposure {
  const all = nothing()
  for (const sums of parties.values()) {
    for (const state of ['movable', 'frozen', 'other'] as const) {
      all[state].accounts += sums[state].accounts
      all[state].amount += sums[state].amount
      all[state].held += sums[state].held
    }
  }
  const ranked = [...parties].map(([party, sums]) => ({ party, ...sums }))
  ranked.sort((a, b) => {
    const difference = totalAmount(b) - totalAmount(a)
    return difference === 0n ? (a.party < b.party ? -1 : 1) : difference > 0n ? 1 : -1
  })
  return { mint, ...all, total: totalAmount(all), parties: parties.size, top: ranked.slice(0, top) }
}

function nothing(): SumsByState {
  const none = () => ({ accounts: 0, amount: 0n, held: 0n })
  return { movable: none(), frozen: none(), other: none() }
}

export function totalAmount({ movable, frozen, other }: SumsByState): bigint {
  return movable.amount + frozen.amount + other.amount
}

export function sumOfStates({ movable, frozen, other }: SumsByState): AmountSum {
  return addSums([movable, frozen, other])
}

export function addSums(sums: readonly AmountSum[]): AmountSum {
  return {
    accounts: sums.reduce((all, { accounts }) => all + accounts, 0),
    amount: sums.reduce((all, { amount }) => all + amount, 0n),
    held: sums.reduce((all, { held }) => all + held, 0n),
  }
}

export function totalAccounts({ movable, frozen, other }: SumsByState): number {
  return movable.accounts + frozen.accounts + other.accounts
}

/** Rounded down, 0 to 1000. */
export function permille(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000n) / whole)
}

export function formatShare(part: bigint, whole: bigint): string {
  const share = permille(part, whole)
  if (share === 0 && part > 0n) return 'under 0.1%'
  return `${Math.floor(share / 10)}.${share % 10}%`
}

export interface ListCoverage {
  /** Lowest and highest slot of the responses. */
  slots: [number, number] | null
  reachedEnd: boolean
  /** Completeness as in design.md 4.4. */
  complete: boolean | null
  completeReason: string | undefined
  /** Time of the last response, ISO 8601 UTC. */
  fetchedAt: string
  /** The first response that was not current; null: all were. */
  old: AnswerMeta | null
}

export function coverageText(
  rows: number,
  { reachedEnd, complete, completeReason }: ListCoverage,
): { whole: boolean; text: string } {
  const count = formatCount(rows, 'row')
  const partly = (text: string) => ({ whole: false, text })
  if (complete === false)
    return partly(`${count} read; the list is incomplete: ${completeReason ?? 'rows are missing'}`)
  if (!reachedEnd) return partly(`First ${count}; the list has more`)
  if (complete === null)
    return partly(`${count} read; not proven complete: ${completeReason ?? 'the order is not known'}`)
  return { whole: true, text: `All ${count}` }
}
