import { delegatedAmount, readTlv, type TokenOwnerKind, tokenOwnerKind } from '../account/lens/token-extensions'
import type { AnswerMeta } from '../api/answer'
import { counted } from '../format/numbers'
import type { TokenAccountItem } from '../protocol/rpc/items'

/*
 * Sums over the token accounts of a list: by mint, and by party inside a mint. Of a delegate's list the parties are the
 * wallets, of what a wallet delegated, the delegates. Amounts of different mints are never added together, and sums may
 * exceed 2^64. A delegate may move the whole amount of an account, or the part that its extension data name.
 * Interface 4.4; features.md a61; facts/cold-tokens.md 1.
 */

/** Token accounts of one kind and their amounts together, in base units of one mint. */
export interface Sum {
  accounts: number
  /** What is summed: where there are delegates, what they may move. */
  amount: bigint
  /** What the accounts hold. */
  held: bigint
}

/** Accounts by what can be done with them now. Interface 2.9: the states are a convention, not an enumeration. */
export interface Sums {
  /** State `initialized`: may be moved. */
  movable: Sum
  /** State `frozen`: not until the mint's authority thaws them. */
  frozen: Sum
  /** Any other state. */
  other: Sum
}

/** What one party has of a mint. */
export interface PartyExposure extends Sums {
  party: string
  /** What `party` is: token data may name an account that was closed. */
  kind: TokenOwnerKind
}

/** Sums of one mint. Amounts are exact, in the mint's base units. */
export interface MintExposure extends Sums {
  mint: string
  /** The amounts of all its accounts, whatever their state. */
  total: bigint
  parties: number
  /** The parties with the most, most first. */
  top: PartyExposure[]
}

/** Sums over every row of a list that was read. */
export interface Exposure {
  accounts: number
  parties: number
  /** Numbers of accounts by state, over all mints. */
  movable: number
  frozen: number
  other: number
  /** Accounts whose owner is an associated token account: each of these stands among the parties for a wallet that is not known. */
  associated: number
  /** Accounts whose extension data cannot be read: the whole amount is counted, the most that it can be. */
  unread: number
  /** Most accounts first: amounts of different mints cannot be compared. */
  mints: MintExposure[]
}

/** What of each row is summed, and whose part it is. */
interface Summed {
  partyOf(item: TokenAccountItem): string
  amountOf(item: TokenAccountItem): bigint
}

/** What a delegate may move of each wallet. */
const MOVABLE_OF_WALLETS: Summed = {
  partyOf: ({ tokenData }) => tokenData.owner,
  amountOf: ({ tokenData }) => delegatedAmount(tokenData),
}

/** What each delegate may move. */
export const MOVABLE_OF_DELEGATES: Summed = {
  partyOf: ({ tokenData }) => tokenData.delegate ?? '',
  amountOf: ({ tokenData }) => delegatedAmount(tokenData),
}

/** Sums of what accounts hold, each a party of its own; base units. */
export const HELD_IN_ACCOUNTS: Summed = {
  partyOf: ({ account }) => account.hash,
  amountOf: ({ tokenData }) => BigInt(tokenData.amount),
}

/** Adds up rows as they come. A repeated row is left out. */
export class ExposureSum {
  /** Every row once, in the order they came. */
  readonly rows: TokenAccountItem[] = []
  readonly #hashes = new Set<string>()
  readonly #mints = new Map<string, Map<string, PartySums>>()
  readonly #of: Summed
  #associated = 0
  #unread = 0

  /** @param of what is summed; where it is left out, what a delegate may move of each wallet. */
  constructor(of: Summed = MOVABLE_OF_WALLETS) {
    this.#of = of
  }

  add(items: readonly TokenAccountItem[]): void {
    for (const item of items) {
      if (this.#hashes.has(item.account.hash)) continue
      this.#hashes.add(item.account.hash)
      this.rows.push(item)
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

  /** @param top how many parties of each mint are named. */
  result(top: number): Exposure {
    const mints = [...this.#mints].map(([mint, parties]) => mintOf(mint, parties, top))
    const count = (state: keyof Sums) => mints.reduce((all, sums) => all + sums[state].accounts, 0)
    return {
      accounts: this.rows.length,
      parties: new Set([...this.#mints.values()].flatMap((parties) => [...parties.keys()])).size,
      movable: count('movable'),
      frozen: count('frozen'),
      other: count('other'),
      associated: this.#associated,
      unread: this.#unread,
      mints: mints.sort((a, b) => accountsOf(b) - accountsOf(a) || (a.mint < b.mint ? -1 : 1)),
    }
  }
}

/** The sums of one party's accounts of a mint. */
interface PartySums extends Sums {
  kind: TokenOwnerKind
}

/** True where the amount that the delegate may move is not known for lack of extension data that can be read. */
function isUnread(tlv: string): boolean {
  const { compressedOnly, problem } = readTlv(tlv)
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
    const difference = totalOf(b) - totalOf(a)
    return difference === 0n ? (a.party < b.party ? -1 : 1) : difference > 0n ? 1 : -1
  })
  return { mint, ...all, total: totalOf(all), parties: parties.size, top: ranked.slice(0, top) }
}

function nothing(): Sums {
  const none = () => ({ accounts: 0, amount: 0n, held: 0n })
  return { movable: none(), frozen: none(), other: none() }
}

/** The amounts of all of them together, in base units. */
export function totalOf({ movable, frozen, other }: Sums): bigint {
  return movable.amount + frozen.amount + other.amount
}

/** Accounts in every state together. */
export function allOf({ movable, frozen, other }: Sums): Sum {
  return addSums([movable, frozen, other])
}

/** Sums of one mint together. */
export function addSums(sums: readonly Sum[]): Sum {
  return {
    accounts: sums.reduce((all, { accounts }) => all + accounts, 0),
    amount: sums.reduce((all, { amount }) => all + amount, 0n),
    held: sums.reduce((all, { held }) => all + held, 0n),
  }
}

/** Numbers of accounts in every state together. */
export function accountsOf({ movable, frozen, other }: Sums): number {
  return movable.accounts + frozen.accounts + other.accounts
}

/** Thousandths of a whole, rounded down: an integer from 0 to 1000. */
export function permille(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000n) / whole)
}

/** A share in words: `34.2%`. */
export function formatShare(part: bigint, whole: bigint): string {
  const share = permille(part, whole)
  if (share === 0 && part > 0n) return 'under 0.1%'
  return `${Math.floor(share / 10)}.${share % 10}%`
}

/** Which rows of the list the sums cover. */
export interface ListCoverage {
  /** Slots of the answers, lowest and highest. */
  slots: [number, number] | null
  /** True when the list's end was reached. */
  reachedEnd: boolean
  /** As the explorer judges the listing: design.md 4.4. */
  complete: boolean | null
  completeReason: string | undefined
  /** When the last answer came, ISO 8601 UTC. */
  fetchedAt: string
  /** The first of the answers that was not current; null: all were. */
  old: AnswerMeta | null
}

/** Whether the sums cover the whole list, and one sentence that says so. */
export function coverageText(
  rows: number,
  { reachedEnd, complete, completeReason }: ListCoverage,
): { whole: boolean; text: string } {
  const count = counted(rows, 'row')
  if (complete === false) {
    return {
      whole: false,
      text: `${count} read; the list is incomplete: ${completeReason ?? 'rows are missing'}`,
    }
  }
  if (!reachedEnd) return { whole: false, text: `First ${count}; the list has more` }
  if (complete === null) {
    return {
      whole: false,
      text: `${count} read; not proven complete: ${completeReason ?? 'the order is not known'}`,
    }
  }
  return { whole: true, text: `All ${count}` }
}
