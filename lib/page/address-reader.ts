import { HISTORY_LIMIT, readHistoryCursor } from '../account/address'
import type { HistoryWindow } from '../account/history/contract'
import type { InvalidParam } from '../api/problem'
import { MOST_CALLS } from '../api/whole'
import { columnsOf, shownColumns } from '../listing/address/columns'
import { readOwnerQuery } from '../listing/address/owner-query'
import { readSort, sortRule } from '../listing/address/sort'
import { clock } from '../platform/clock'
import type { RowsName } from '../protocol/rpc/items'
import { PAGE_LIMIT_RULE, readPageLimit } from '../protocol/rpc/limit-text'
import { address, hash, signature } from '../protocol/rpc/primitives'
import { readSlot, SLOT_RULE } from '../protocol/rpc/slot-text'
import { isoSeconds, MIN_RANGE_MS, RANGE_NAMES, RETENTION_MS, type RequestedRange, readTime } from '../status/address'
import {
  ASSOCIATED_LISTED,
  DEFAULT_LIMIT,
  type ListMode,
  listsTokens,
  type RowPosition,
  readAt,
  type UrlFilter,
  type UrlSlice,
  type UrlWhole,
  WALLET_TABS,
  type WalletTab,
} from './address'
import { firstOf, type Search, valuesOf } from './query-params'

/*
 * A page's URL, parsed and checked. proxy.ts sets the status from it and the page shows the same result, so both agree.
 * Unknown parameters are ignored (shared links gain some on their way); known ones must be valid. design.md 4.3.
 */

/** What an address says, or which of its parameters are wrong. */
export type ReadUrl<T> = { ok: true; value: T } | { ok: false; invalid: InvalidParam[] }

/** The part of a list that a page shows, and how. */
export interface ListUrl {
  limit: number
  /** How it is sorted, see sort.ts; null: in its own order. */
  sort: string | null
  cursor: string | null
  open: string | null
  mode: ListMode
  /** Where a continuous list is scrolled to; null: to its first row. */
  at: RowPosition | null
  /** The slot that the link's sender saw, if the link names it. It changes no request. */
  takenAt: number | null
  /** The slot that the list must not be older than; null: none. */
  minSlot: number | null
  /** Columns that are shown; null: those that the list shows of itself. */
  columns: string[] | null
}

/** The address of an owner's list, read. */
export interface OwnerUrl extends ListUrl {
  owner: string
  filters: UrlFilter[]
  slice: UrlSlice | null
  /** How it is read whole; null: it is not, it is paged. */
  whole: UrlWhole | null
}

/** The address of a delegate's list, read. */
export interface DelegateUrl extends ListUrl {
  delegate: string
  mint: string | null
}

/**
 * Reads the address of a list of a kind of rows: whose list it is, as `subject` reads it, and the place in it.
 * @param tokens true where its accounts are those of the token program
 */
export function readListUrl<Subject>(
  rows: RowsName,
  search: Search,
  subject: (read: Reading) => Subject,
  tokens = false,
): ReadUrl<Subject & ListUrl> {
  const read = new Reading(search)
  return read.done({ ...subject(read), ...read.list(rows, tokens) })
}

/** Reads the address of an owner's list; `owner` is the part of its path. */
export function readOwnerUrl(owner: string, search: Search): ReadUrl<OwnerUrl> {
  const { filters, slice, invalid, typed } = readOwnerQuery(owner, search)
  // What a form sends is another list: it begins at its first page.
  const listSearch = typed
    ? { ...search, cursor: undefined, open: undefined, at: undefined, takenAt: undefined }
    : search
  const subject = (read: Reading) => {
    read.scalar('owner', owner, address)
    read.refuseAll(invalid)
    return { owner, filters, slice, whole: read.whole() }
  }
  return readListUrl('accounts', listSearch, subject, listsTokens(owner, slice))
}

/** Reads the address of a delegate's list; `delegate` is the part of its path. */
export function readDelegateUrl(delegate: string, search: Search): ReadUrl<DelegateUrl> {
  return readListUrl('tokenAccounts', search, (read) => {
    const mint = read.one('mint')
    return {
      delegate: read.scalar('delegate', delegate, address),
      mint: mint === null ? null : read.scalar('mint', mint, address),
    }
  })
}

/** The address of a wallet's page, read. */
export interface WalletUrl extends ListUrl {
  wallet: string
  /** Null: the first tab that has rows. */
  tab: WalletTab | null
  mint: string | null
  /** True: what the associated token accounts of the listed mints hold is requested, too. */
  associated: boolean
}

/** Reads the address of a wallet's page; `wallet` is the part of its path. */
export function readWalletUrl(wallet: string, search: Search): ReadUrl<WalletUrl> {
  const tab = firstOf(search, 'tab')
  const subject = (read: Reading) => {
    const mint = read.one('mint')
    return {
      wallet: read.scalar('wallet', wallet, address),
      tab: read.walletTab(),
      mint: mint === null ? null : read.scalar('mint', mint, address),
      associated: read.associated(),
    }
  }
  return readListUrl(tab === 'received' ? 'tokenAccounts' : 'accounts', search, subject, tab !== 'sol')
}

/** /account/[hash] with what its link carries. features.md e5. */
export interface AccountUrl {
  hash: string
  /** Whose live accounts are searched for the row; null: none. */
  owner: string | null
  filters: UrlFilter[]
  /** The slot that must be reached first; null: none. */
  minSlot: number | null
  /** Whose associated token account may own the tokens: compared with their owner. Null where the link names none. */
  wallet: string | null
  /** The slot of what its sender saw; null where the link does not say. */
  takenAt: number | null
  /** Which versions of its history are listed; null: those around it. */
  history: HistoryWindow
  /** Versions of a page. */
  limit: number
}

/** Reads the address of an account's page. */
export function readAccountUrl(accountHash: string, search: Search = {}): ReadUrl<AccountUrl> {
  const read = new Reading(search)
  const owner = read.one('owner')
  const wallet = read.one('wallet')
  return read.done({
    hash: read.scalar('hash', accountHash, hash),
    owner: owner === null ? null : read.scalar('owner', owner, address),
    filters: read.filters(),
    minSlot: read.slot('minSlot'),
    wallet: wallet === null ? null : read.scalar('wallet', wallet, address),
    takenAt: read.slot('takenAt'),
    history: read.history(),
    limit: read.limit(HISTORY_LIMIT),
  })
}

/** Reads the address of a transaction's page. */
export function readTxUrl(text: string): ReadUrl<{ signature: string }> {
  const read = new Reading({})
  return read.done({ signature: read.scalar('signature', text, signature) })
}

/** /status with the range that it names. @param nowMs a range may not begin after it */
export function readStatusUrl(search: Search, nowMs = clock().wall()): ReadUrl<RequestedRange> {
  const read = new Reading(search)
  return read.done(read.statusRange(nowMs))
}

/** How an owner's list is read whole. */
export const READ_MODES: readonly UrlWhole['mode'][] = ['true', 'twice']

const CURSOR_RULE = 'must be older:<hash> or newer:<hash>'
const TAB_RULE = `must be one of ${WALLET_TABS.join(', ')}`
const MODE_RULE = 'must be pages or continuous'
const AT_RULE = 'must be <row number> or <row number>:<hash or signature>'

const RANGE_RULE = `must be one of ${RANGE_NAMES.join(', ')}`
const TIME_RULE = 'must be a time in UTC such as 2026-11-20T10:00:00Z'

/** Collects what is wrong, so that a page can name everything at once. */
class Reading {
  private readonly invalid: InvalidParam[] = []

  constructor(private readonly search: Search) {}

  done<T>(value: T): ReadUrl<T> {
    return this.invalid.length === 0 ? { ok: true, value } : { ok: false, invalid: this.invalid }
  }

  scalar(name: string, text: string, schema: typeof address): string {
    const result = schema.safeParse(text)
    if (!result.success) this.refuse(name, result.error.issues[0]?.message ?? 'is malformed')
    return text
  }

  /** A parameter that may stand once; null when absent or empty. */
  one(name: string): string | null {
    if (valuesOf(this.search, name).length > 1) this.refuse(name, 'must be given once')
    return firstOf(this.search, name)
  }

  list(rows: RowsName, tokens: boolean): ListUrl {
    return {
      limit: this.limit(DEFAULT_LIMIT),
      sort: this.sort(rows),
      cursor: this.one('cursor'),
      open: this.one('open'),
      mode: this.mode(),
      at: this.at(),
      takenAt: this.slot('takenAt'),
      minSlot: this.slot('minSlot'),
      columns: this.columns(rows, tokens),
    }
  }

  limit(usual: number): number {
    const text = this.one('limit')
    const limit = text === null ? usual : readPageLimit(text)
    if (limit === null) this.refuse('limit', PAGE_LIMIT_RULE)
    return limit ?? usual
  }

  history(): HistoryWindow {
    const text = this.one('cursor')
    const window = text === null ? null : readHistoryCursor(text)
    if (window === undefined) this.refuse('cursor', CURSOR_RULE)
    return window ?? null
  }

  sort(rows: RowsName): string | null {
    const text = this.one('sort')
    if (text !== null && readSort(rows, text) === null) this.refuse('sort', sortRule(rows))
    return text
  }

  walletTab(): WalletTab | null {
    const text = this.one('tab')
    const tab = WALLET_TABS.find((known) => known === text)
    if (text !== null && tab === undefined) this.refuse('tab', TAB_RULE)
    return tab ?? null
  }

  associated(): boolean {
    const text = this.one('associated')
    if (text !== null && text !== ASSOCIATED_LISTED) this.refuse('associated', `must be ${ASSOCIATED_LISTED}`)
    return text !== null
  }

  whole(): UrlWhole | null {
    const text = this.one('whole')
    const calls = this.one('calls')
    if (text === null) return null
    const mode = READ_MODES.find((known) => known === text)
    if (mode === undefined) this.refuse('whole', `must be one of ${READ_MODES.join(', ')}`)
    const count = calls === null ? null : Number(/^[1-9]\d{0,5}$/.test(calls) ? calls : Number.NaN)
    const isBad = count !== null && !(count <= MOST_CALLS)
    if (isBad) this.refuse('calls', `must be a number from 1 to ${MOST_CALLS}`)
    return { mode: mode ?? 'true', calls: count }
  }

  columns(rows: RowsName, tokens: boolean): string[] | null {
    const named = valuesOf(this.search, 'columns').filter((name) => name !== '')
    const names: string[] = columnsOf(rows).map(({ name }) => name)
    if (named.some((name) => !names.includes(name))) this.refuse('columns', `must be among ${names.join(', ')}`)
    if (named.length === 0) return null
    const namesOf = (chosen: string[] | null) => shownColumns(rows, chosen, tokens).map(({ name }) => name)
    const chosen = namesOf(named)
    // Nothing of what was chosen is in this list: a slice of token accounts has no mints, for instance.
    const isLost = chosen.length === 1 && named.some((name) => name !== chosen[0])
    return isLost || chosen.join() === namesOf(null).join() ? null : chosen
  }

  mode(): ListMode {
    const text = this.one('mode') ?? 'pages'
    if (text !== 'pages' && text !== 'continuous') this.refuse('mode', MODE_RULE)
    return text === 'continuous' ? text : 'pages'
  }

  at(): RowPosition | null {
    const text = this.one('at')
    if (text === null) return null
    const at = readAt(text)
    if (at === null) this.refuse('at', AT_RULE)
    return at
  }

  filters(): UrlFilter[] {
    const { filters, invalid } = readOwnerQuery('', { filter: valuesOf(this.search, 'filter') })
    this.refuseAll(invalid)
    return filters
  }

  refuseAll(invalid: readonly InvalidParam[]): void {
    for (const { name, message } of invalid) this.refuse(name, message)
  }

  slot(name: 'minSlot' | 'takenAt'): number | null {
    const text = this.one(name)
    if (text === null) return null
    const slot = readSlot(text)
    if (slot === null) this.refuse(name, SLOT_RULE)
    return slot
  }

  statusRange(nowMs: number): RequestedRange {
    const name = this.one('range')
    const [from, to] = [this.one('from'), this.one('to')]
    const last = RANGE_NAMES.find((known) => known === name) ?? null
    if (name !== null && last === null) this.refuse('range', RANGE_RULE)
    if (from === null && to === null) return last && { last }
    if (name !== null) this.refuse('range', 'must be absent where from and to are given')
    const [fromMs, toMs] = [this.time('from', from), this.time('to', to)]
    if (fromMs === null || toMs === null) return null
    if (fromMs > nowMs) this.refuse('from', `must not be in the future: it is ${isoSeconds(nowMs)}`)
    if (toMs - fromMs < MIN_RANGE_MS) this.refuse('to', `must be at least ${MIN_RANGE_MS / 1000} s after from`)
    if (toMs - fromMs > RETENTION_MS) this.refuse('from', 'must be at most 90 days before to')
    return { fromMs, toMs }
  }

  private time(name: string, text: string | null): number | null {
    if (text === null) {
      this.refuse(name, `is missing: from and to are required together, each ${TIME_RULE.replace('must be ', '')}`)
      return null
    }
    const ms = readTime(text)
    if (ms === null) this.refuse(name, TIME_RULE)
    return ms
  }

  private refuse(name: string, message: string): void {
    if (!this.invalid.some((other) => other.name === name)) this.invalid.push({ name, message })
  }
}
