import type { Ageing } from '../../protocol/rpc/method'
import { type MethodName, methods, type Params, type Result } from '../../protocol/rpc/methods'
import type { Ages } from './memory'

const SECOND = 1_000

/** How long answers of one kind may be given out, and what caches between us and a reader may do with them. */
export interface Freshness {
  freshMs: number
  /** Beyond freshness: given out at once while a newer one is fetched. */
  revalidateMs: number
  /** Beyond freshness: given out where no newer one can be had. */
  onErrorMs: number
  /** Cache-Control of the API's answer while it is fresh. */
  cacheControl: string
}

/** All in seconds, as the table of facts/reliability.md (b) has them. */
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

/** By how an answer ages. The table of facts/reliability.md (b), "GET surface". */
const FRESHNESS: Readonly<Record<Ageing, Freshness>> = {
  health: freshness(5, 0, 0),
  slot: freshness(1, 5, 30),
  // Lists change under the reader: spent rows vanish.
  list: freshness(3, 30, 600),
  // Stale copies of every list live at least 10 minutes on error: more than the table's 2.
  head: freshness(1, 10, 600),
  deep: freshness(300, 3_600, 86_400, 30),
  final: freshness(3_600, 86_400, 604_800, 300),
}

/** How long an answer may be given out. */
export function freshnessOf<M extends MethodName>(method: M, params: Params<M>, result: Result<M>): Freshness {
  // Params and result are those of the same M, which the compiler loses in the union.
  const ageing = methods[method].ageing as (params: Params<M>, result: Result<M>) => Ageing
  return FRESHNESS[ageing(params, result)]
}

/** An unknown hash may become known with the next slot: remembered for 5 s, by caches too. */
export const NOT_FOUND: Freshness = freshness(5, 0, 0)

/** A lag is the answer of getIndexerHealth, not a failure: remembered for a second. */
export const BEHIND: Freshness = { ...freshness(1, 0, 0), cacheControl: 'no-store' }

/** Cache-Control of an answer that is stale: a cache in front must not make it fresh again. facts/reliability.md (b). */
export const STALE_CACHE_CONTROL = 'public, max-age=0, s-maxage=1'

/** Ages above this do not depend on a plan: what lives that long costs next to nothing. */
const SCALED_BELOW_MS = 10 * SECOND

/** Longest freshness that a small plan leads to. */
const SCALED_TO_MS = 60 * SECOND

/**
 * Ages of an answer that came at `nowMs` (monotonic). Jittered by 10 % either way, so that what came together does not
 * fall due together; `stretch` times as long where the plan is too small for the hot set (facts/reliability.md (b),
 * "scale to the plan").
 */
export function agesOf(
  { freshMs, revalidateMs, onErrorMs }: Freshness,
  nowMs: number,
  factor = 1,
  random: () => number = Math.random,
): Ages {
  const scaled = freshMs < SCALED_BELOW_MS ? Math.min(SCALED_TO_MS, freshMs * factor) : freshMs
  return { freshUntil: nowMs + scaled * (0.9 + 0.2 * random()), revalidateMs, onErrorMs }
}
