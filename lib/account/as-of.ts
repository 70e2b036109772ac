import 'server-only'
import type { StaleMeta } from '../api/answer'
import type { ApiAnswer } from '../api/api-answer'
import type { Problem } from '../api/problem'
import { STALE_CACHE_CONTROL } from '../upstream/cache/freshness'
import { deliveryHeaders } from '../upstream/delivery-headers'
import type { AccountContent } from './history/contract'
import type { IndexerPart } from './load'

export const CACHE_CONTROL = 'public, max-age=0, s-maxage=2'

const WORST_FIRST = ['stale', 'revalidating', 'fresh']

interface AsOf {
  meta: Omit<StaleMeta, 'fetchedAt'> & { fetchedAt: string | null; state: string }
  headers: Omit<ApiAnswer, 'content'>
}

/**
 * As of when versions are known: of the oldest answer of the indexer. Versions of our own store have none, because they are
 * final, except for the newest: `unknownEnd` is why the indexer did not say whether that one is still live.
 */
export function asOf(
  parts: readonly IndexerPart[],
  versions: readonly AccountContent[],
  unknownEnd: Problem | null = null,
): AsOf {
  const rank = ({ answer }: IndexerPart) => WORST_FIRST.indexOf(answer.meta.state)
  const [oldest] = [...parts].sort((a, b) => rank(a) - rank(b) || b.ageMs - a.ageMs)
  if (oldest && !unknownEnd) {
    const { slot, fetchedAt, state, reason, retryAfterMs } = oldest.answer.meta
    const why = { ...(reason !== undefined && { reason }), ...(retryAfterMs !== undefined && { retryAfterMs }) }
    return { meta: { slot, fetchedAt, state, ...why }, headers: deliveryHeaders(oldest, CACHE_CONTROL) }
  }
  const slots = versions.map(({ created, consumed }) => (consumed ?? created).slot)
  const stored = { slot: slots.length > 0 ? Math.max(...slots) : null, fetchedAt: null }
  if (!unknownEnd)
    return { meta: { ...stored, state: 'fresh' }, headers: { cacheControl: CACHE_CONTROL, cacheStatus: 'hit' } }
  const { code: reason, retryAfterMs } = unknownEnd
  return {
    meta: { ...stored, state: 'stale', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) },
    headers: { cacheControl: STALE_CACHE_CONTROL, cacheStatus: `hit; detail=${reason}` },
  }
}
