import { percentEncoded } from '../format/text'
import { type Cluster, filterText, href, type UrlFilter } from '../page/address'
import { type Search, UrlReader, type UrlResult } from '../page/url-reader'
import { address, hash } from '../protocol/rpc/primitives'
import type { HistoryWindow } from './history/contract'

/** Context that a link to an account carries, so that its page can show more. features.md e5. */
export interface AccountContext {
  owner?: string | null
  filters?: readonly UrlFilter[]
  /** The slot that the indexer must have reached. */
  minSlot?: number | null
}

/** Default versions per page: fewer than rows of a list, because each version shows its changes. */
export const HISTORY_LIMIT = 25

export interface HistoryPlace extends AccountContext {
  /** null: the versions around the account. */
  history?: HistoryWindow
  limit?: number
  /** Number of known versions when the link was made, so that each reload has another URL. */
  walked?: number
}

export function historyHref(
  hash: string,
  cluster: Cluster,
  { owner, filters = [], minSlot, history = null, limit = HISTORY_LIMIT, walked }: HistoryPlace,
): string {
  return href(`/account/${percentEncoded(hash)}`, {
    ...{ owner, filter: filters.map(filterText), minSlot, cluster },
    cursor: historyCursor(history),
    limit: limit === HISTORY_LIMIT ? null : limit,
    walked,
  })
}

export function accountHref(
  hash: string,
  cluster?: Cluster,
  { owner, filters = [], minSlot }: AccountContext = {},
): string {
  return href(`/account/${percentEncoded(hash)}`, { owner, filter: filters.map(filterText), minSlot, cluster })
}

/** `older:<hash>` or `newer:<hash>`; null: the versions around the account. */
export function historyCursor(window: HistoryWindow): string | null {
  if (window === null) return null
  return 'olderThan' in window ? `older:${window.olderThan}` : `newer:${window.newerThan}`
}

export function readHistoryCursor(text: string): NonNullable<HistoryWindow> | undefined {
  const [, side, hash] = /^(older|newer):([1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(text) ?? []
  if (hash === undefined) return undefined
  return side === 'older' ? { olderThan: hash } : { newerThan: hash }
}

/** /account/[hash] with its context. features.md e5. */
export interface AccountUrl {
  hash: string
  owner: string | null
  filters: UrlFilter[]
  minSlot: number | null
  /** The slot at which the sender saw the page; null: not in the link. */
  takenAt: number | null
  history: HistoryWindow
  limit: number
}

export function readAccountUrl(accountHash: string, search: Search = {}): UrlResult<AccountUrl> {
  const read = new UrlReader(search)
  const owner = read.one('owner')
  return read.done({
    hash: read.scalar('hash', accountHash, hash),
    owner: owner === null ? null : read.scalar('owner', owner, address),
    filters: read.filters(),
    minSlot: read.slot('minSlot'),
    takenAt: read.slot('takenAt'),
    history: readHistory(read),
    limit: read.limit(HISTORY_LIMIT),
  })
}

const CURSOR_RULE = 'must be older:<hash> or newer:<hash>'

function readHistory(read: UrlReader): HistoryWindow {
  const text = read.one('cursor')
  const window = text === null ? null : readHistoryCursor(text)
  if (window === undefined) read.refuse('cursor', CURSOR_RULE)
  return window ?? null
}
