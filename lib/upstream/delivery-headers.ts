import type { ApiAnswer } from '../api/api-answer'
import type { MethodName } from '../protocol/rpc/methods'
import type { DeliveredAnswer } from './ask'
import { STALE_CACHE_CONTROL } from './cache/freshness'

/** Where an answer came from, and how old it is: RFC 9211. @param cacheControl of a fresh answer */
export function deliveryHeaders<M extends MethodName>(
  { answer, via, ttlMs, ageMs }: DeliveredAnswer<M>,
  cacheControl: string,
): Omit<ApiAnswer, 'content'> {
  const { reason, state } = answer.meta
  const how = { hit: 'hit', stale: 'hit', miss: 'fwd=miss', collapsed: 'fwd=miss; collapsed' }[via]
  const detail = reason === undefined ? '' : `; detail=${reason}`
  const cacheStatus = `${how}; ttl=${Math.trunc(ttlMs / 1000)}${detail}`
  if (state === 'fresh') return { cacheControl, cacheStatus, via }
  // Age lets caches know that the answer is old.
  return { cacheControl: STALE_CACHE_CONTROL, cacheStatus, via, age: Math.floor(ageMs / 1000) }
}
