import { type AccountContext, accountHref, type Cluster } from '../page/address'
import type { HistoryWindow } from './history/contract'

/*
 * Places in the history of an account, as addresses name them. Apart from the links that every page builds: the browser
 * needs none of this. design.md 4.3.
 */

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
