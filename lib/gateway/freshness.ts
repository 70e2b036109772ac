import type { MethodName, Params, Result, WireResult } from '../rpc/methods'

/** Slots behind the newest beyond which the feed no longer changes, backfill aside. facts/reliability.md (b). */
const DEEP_SLOTS = 150

const SECOND = 1_000

/** How long answers of one kind count as fresh, and what caches between us and a reader may do with them. */
interface Freshness {
  freshMs: number
  /** Cache-Control of the API's answer. */
  cacheControl: string
}

function freshness(
  freshSeconds: number,
  stale: { revalidate: number; onError: number },
  browserSeconds = 0,
): Freshness {
  const parts = ['public', `max-age=${browserSeconds}`, `s-maxage=${freshSeconds}`]
  if (stale.revalidate > 0) parts.push(`stale-while-revalidate=${stale.revalidate}`)
  if (stale.onError > 0) parts.push(`stale-if-error=${stale.onError}`)
  return { freshMs: freshSeconds * SECOND, cacheControl: parts.join(', ') }
}

/** Lists change under the reader: spent rows vanish. Also what an operation gets that is not named here. */
const LIST = freshness(3, { revalidate: 30, onError: 600 })
const HEAD = freshness(1, { revalidate: 10, onError: 120 })
const DEEP = freshness(300, { revalidate: 3_600, onError: 86_400 }, 30)

type Rule<M extends MethodName> = (params: Params<M>, result: Result<M> | WireResult<M>) => Freshness

const rules: { [M in MethodName]?: Rule<M> } = {
  getIndexerHealth: () => freshness(5, { revalidate: 0, onError: 0 }),
  getIndexerSlot: () => freshness(1, { revalidate: 5, onError: 30 }),
  getLatestCompressionSignatures: ({ cursor }, { context, value }) => {
    const newest = value.items.reduce((slot, item) => Math.max(slot, item.slot), 0)
    return cursor && newest <= context.slot - DEEP_SLOTS ? DEEP : HEAD
  },
}

/** How long an answer is fresh. The table of facts/reliability.md (b), "GET surface". */
export function freshnessOf<M extends MethodName>(
  method: M,
  params: Params<M>,
  result: Result<M> | WireResult<M>,
): Freshness {
  return rules[method]?.(params, result) ?? LIST
}

/** An unknown hash may become known with the next slot: remembered for 5 s, by caches too. */
export const NOT_FOUND: Freshness = { freshMs: 5 * SECOND, cacheControl: 'public, max-age=0, s-maxage=5' }

/** A lag is the answer of getIndexerHealth, not a failure: remembered for a second. */
export const BEHIND: Freshness = { freshMs: SECOND, cacheControl: 'no-store' }
