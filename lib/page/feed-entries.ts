import 'server-only'
import { LRUCache } from 'lru-cache'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { invalidParams, ProblemError } from '../api/problem'
import { formatUtc } from '../format/block-time'
import { nowIso } from '../platform/clock'
import { once } from '../platform/once'
import type { address } from '../protocol/rpc/primitives'
import { type AtomEntry, type AtomFeed, atomFeed } from './atom'

/*
 * Shared by the feeds of pages. Each makes its page's request through the same cache, so that feeds add no indexer load.
 * features.md a72, e14.
 */

const CACHE = 'public, max-age=30'

export const MAX_ENTRIES = 50

export const feedsStartedAt = once('start of feeds', nowIso)

export function feedAnswer({ entries, ...feed }: Omit<AtomFeed, 'updated' | 'author'>): ApiAnswer {
  const newest = entries.reduce((latest, { updated }) => (updated > latest ? updated : latest), '')
  const updated = newest === '' ? feedsStartedAt() : newest
  return {
    content: new Content(atomFeed({ ...feed, author: 'Leafscan', updated, entries })),
    contentType: 'application/atom+xml; charset=utf-8',
    cacheControl: CACHE,
  }
}

export function assertAddress(name: string, read: ReturnType<typeof address.safeParse>): void {
  if (!read.success) {
    throw new ProblemError(invalidParams([{ name, message: read.error.issues[0]?.message ?? 'is malformed' }]))
  }
}

/** Unix seconds of the end of the year 9999: RFC 3339 has four digits for years. */
const MAX_FEED_SECOND = 253_402_300_799

export type EntryTimes = Pick<AtomEntry, 'published' | 'updated'>

/** Times of entries without a block time, kept because a feed must not change an entry. Lost on restart. */
const rememberedTimes = once('times of listed transactions', () => new LRUCache<string, EntryTimes>({ max: 20_000 }))

/** The block time, else the time when first seen, since `updated` is required. RFC 4287 4.1.2. */
export function entryTimesOf(id: string, seconds: number): EntryTimes {
  if (formatUtc(seconds) === null || seconds > MAX_FEED_SECOND) return rememberTimes(id, firstSeenNow)
  const time = new Date(seconds * 1_000).toISOString()
  return { published: time, updated: time }
}

export function rememberTimes(id: string, give: () => EntryTimes): EntryTimes {
  const times = rememberedTimes().get(id) ?? give()
  rememberedTimes().set(id, times)
  return times
}

export const firstSeenNow = (): EntryTimes => ({ updated: nowIso() })

export function formatTime(seconds: number): string {
  return formatUtc(seconds) ?? 'block time unknown'
}

/** An indexer may return anything as an identifier; such a row gets no link. */
export function isBase58(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{1,88}$/.test(text)
}
