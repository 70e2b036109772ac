import type { Ageing } from '../../protocol/rpc/method'
import { type MethodName, methods, type Params, type Result } from '../../protocol/rpc/methods'
import type { ExpiryTimes } from './memory'

const SECOND = 1_000

export interface Freshness {
  freshMs: number
  revalidateMs: number
  onErrorMs: number
  cacheControl: string
}

/** Seconds. facts/reliability.md (b), "GET surface". */
function freshness(fresh: number, revalidate: number, onError: number, browser = 0): Freshness {
  const parts = ['public', `max-age=${browser}`, `s-maxage=${fresh}`]
  if (revalidate > 0) parts.push(`stale-while-revalidate=${revalidate}`)
  if (onError > 0) parts.push(`stale-if-error=${onError}`)
  return {
    freshMs: fresh * SECOND,
    revalidateMs: revalidate * SECOND,
    onErrorMs: onError * SECOND,
    cacheControl: parts.join(', '),
  }
}

const FRESHNESS: Readonly<Record<Ageing, Freshness>> = {
  health: freshness(5, 0, 0),
  slot: freshness(1, 5, 30),
  // Short, because spent accounts vanish from lists.
  list: freshness(3, 30, 600),
  head: freshness(1, 10, 600),
  deep: freshness(300, 3_600, 86_400, 30),
  final: freshness(3_600, 86_400, 604_800, 300),
}

export function freshnessOf<M extends MethodName>(method: M, params: Params<M>, result: Result<M>): Freshness {
  const ageing = methods[method].ageing as (params: Params<M>, result: Result<M>) => Ageing
  return FRESHNESS[ageing(params, result)]
}

/** Short, because an unknown hash may exist with the next slot. */
export const NOT_FOUND: Freshness = freshness(5, 0, 0)

/** For errors of getIndexerHealth that report a lag. */
export const BEHIND: Freshness = { ...freshness(1, 0, 0), cacheControl: 'no-store' }

/** Short, so that shared caches do not keep stale answers. facts/reliability.md (b). */
export const STALE_CACHE_CONTROL = 'public, max-age=0, s-maxage=1'

/** Only freshness below SCALED_BELOW_MS depends on the plan, up to SCALED_TO_MS: the rest causes few calls. */
const SCALED_BELOW_MS = 10 * SECOND

const SCALED_TO_MS = 60 * SECOND

/** Jittered by 10 %, so that answers do not expire together. @param factor of freshness, for small plans */
export function expiryTimes(
  { freshMs, revalidateMs, onErrorMs }: Freshness,
  nowMs: number,
  factor = 1,
  random: () => number = Math.random,
): ExpiryTimes {
  const scaled = freshMs < SCALED_BELOW_MS ? Math.min(SCALED_TO_MS, freshMs * factor) : freshMs
  return { freshUntil: nowMs + scaled * (0.9 + 0.2 * random()), revalidateMs, onErrorMs }
}
