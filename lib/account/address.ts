import { percentEncoded } from '../format/text'
import { type Cluster, filterText, href, type UrlFilter } from '../page/address'
import { AddressReader, type ReadUrl, type Search } from '../page/address-reader'
import { address, hash } from '../protocol/rpc/primitives'
import type { HistoryWindow } from './history/contract'

/* The addresses of an account's page and of places in its history. design.md 4.3. */

/** What a link to an account carries beside its hash, so that its page can show more. features.md e5. */
export interface AccountContext {
  /** Whose live accounts hold the row, if it is still live. */
  owner?: string | null
  /** Narrow the owner's list, so that the row is found in a long one too. */
  filters?: readonly UrlFilter[]
  /** The slot that the indexer must have reached before the answer means anything. */
  minSlot?: number | null
  /** Whose associated token account may own the tokens: the page compares. facts/cold-tokens.md 2. */
  wallet?: string | null
}

/** An account's page; `owner` and `filters` name the list that it was found in. */
export function accountHref(
  hash: string,
  cluster?: Cluster,
  { owner, filters = [], minSlot, wallet }: AccountContext = {},
): string {
  return href(`/account/${percentEncoded(hash)}`, { owner, filter: filters.map(filterText), minSlot, wallet, cluster })
}

/** Versions of a page where the address names no number: each has what changed. */
export const HISTORY_LIMIT = 25

/** A place in the history of an account. */
export interface HistoryPlace extends AccountContext {
  /** Which versions are listed; null: those around the account. */
  history?: HistoryWindow
  /** Versions of a page. */
  limit?: number
  /** Versions that were known before: tells one walk of a history from the next. */
  walked?: number
}

/** The address of a place in the history of an account. */
export function historyHref(
  hash: string,
  cluster: Cluster,
  { history = null, limit = HISTORY_LIMIT, walked, ...context }: HistoryPlace,
): string {
  const path = accountHref(hash, cluster, context)
  const search = new URLSearchParams()
  const cursor = historyCursor(history)
  if (cursor !== null) search.set('cursor', cursor)
  if (limit !== HISTORY_LIMIT) search.set('limit', String(limit))
  if (walked !== undefined) search.set('walked', String(walked))
  const text = search.toString().replaceAll('%3A', ':')
  if (text === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}

/** A page of a history as a link holds it: `older:<hash>` or `newer:<hash>`. Null: none, the versions around the account. */
export function historyCursor(window: HistoryWindow): string | null {
  if (window === null) return null
  return 'olderThan' in window ? `older:${window.olderThan}` : `newer:${window.newerThan}`
}

/** Reads historyCursor(); undefined for text that is none. */
export function readHistoryCursor(text: string): NonNullable<HistoryWindow> | undefined {
  const [, side, hash] = /^(older|newer):([1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(text) ?? []
  if (hash === undefined) return undefined
  return side === 'older' ? { olderThan: hash } : { newerThan: hash }
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
  const read = new AddressReader(search)
  const owner = read.one('owner')
  const wallet = read.one('wallet')
  return read.done({
    hash: read.scalar('hash', accountHash, hash),
    owner: owner === null ? null : read.scalar('owner', owner, address),
    filters: read.filters(),
    minSlot: read.slot('minSlot'),
    wallet: wallet === null ? null : read.scalar('wallet', wallet, address),
    takenAt: read.slot('takenAt'),
    history: readHistory(read),
    limit: read.limit(HISTORY_LIMIT),
  })
}

const CURSOR_RULE = 'must be older:<hash> or newer:<hash>'

function readHistory(read: AddressReader): HistoryWindow {
  const text = read.one('cursor')
  const window = text === null ? null : readHistoryCursor(text)
  if (window === undefined) read.refuse('cursor', CURSOR_RULE)
  return window ?? null
}
