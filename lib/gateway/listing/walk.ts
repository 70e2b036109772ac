import 'server-only'
import type { AnswerMeta } from '../../api/answer'
import { type Problem, ProblemError } from '../../api/problem'
import { clock, sleep } from '../../clock'
import { RpcError } from '../../rpc/failure'
import { type ItemOf, type ListMethod, listOf, type Params } from '../../rpc/methods'
import { MAX_LIMIT } from '../../rpc/primitives'
import type { CachedValue } from '../memory/memory'
import { fromSlot, slotReached, waitsUntil } from '../min-slot'
import type { Network } from '../networks'
import { toProblem } from '../problem'
import { limits } from '../upstream/limits'
import { preferredIndexer } from '../upstream/preferred'
import { upstreamOf } from '../upstream/upstream'
import { Urgency } from '../upstream/urgency'
import { type Chunk, chunkOf } from './chunk'
import { encodeCursor, type ListingCursor, type Position } from './cursor'
import { PageCut } from './page-cut'

/** Rows of a list in one go, a chunk at a time. */
export interface WalkStep<M extends ListMethod> {
  /** In wire form. */
  items: readonly ItemOf<M>[]
  /** Slot that these rows were answered at. */
  slot: number
  /** Where the list continues behind them; null where only the walk's end says. */
  cursor: string | null
  /** Repeats left out so far, from the list's first row on. */
  repeatsRemoved: number
  /** True while every row came in an order that rules repeats out. */
  ordered: boolean
  /** Answers that the indexer gave to this walk so far. */
  requests: number
}

/** What is known when a walk is over. */
export interface WalkEnd extends Pick<AnswerMeta, 'complete' | 'completeReason'> {
  /** Repeats left out, from the list's first row on. */
  repeatsRemoved: number
  /** Answers that the indexer gave to it. */
  requests: number
  /** Cursor of what follows; null when there is nothing more to ask for. */
  next: string | null
  /** Why it was interrupted; null: it was not. */
  problem: Problem | null
}

/** Milliseconds between two attempts where the problem names no time. */
const PAUSE_MS = 2_000

/**
 * All rows of a listing from `cursor` on, chunk by chunk: each account once, with the same completeness as pages
 * have. An indexer in trouble is waited for, up to a point; then the walk ends and says where. While
 * rows keep a known order nothing is held but the chunk at hand. design.md 4.4, features.md e12.
 * @param patienceMs for which an indexer in trouble is waited for, without a row.
 * @param signal aborted when nobody takes the rows any more.
 * @param minSlot slot that no row may be older than; null: none.
 * @throws RpcError when not even the first chunk can be had.
 * @throws ProblemError slot_not_reached, when the first chunk is older.
 */
export async function* walkList<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  cursor: ListingCursor,
  patienceMs: number,
  signal: AbortSignal,
  minSlot: number | null = null,
): AsyncGenerator<WalkStep<M>, WalkEnd> {
  if (minSlot !== null) await slotReached(network, minSlot, waitsUntil())
  const indexer = preferredIndexer(network, minSlot)
  const { counts } = upstreamOf(indexer)
  let started = false
  let requests = 0
  const load = (upstream: string | null) =>
    patiently(
      async () => {
        const cached = await fromSlot(network, minSlot, waitsUntil(), null, () =>
          chunkOf(indexer, method, params, upstream, MAX_LIMIT, {
            deadline: clock().monotonic() + limits().totalMs,
            // Old rows will do for a page, not for an export.
            patienceMs: null,
            urgency: new Urgency('export'),
            passing: true,
            minSlot,
          }),
        )
        if (cached.via === 'miss') requests++
        return cached
      },
      started ? patienceMs : 0,
      signal,
    )
  const page = new PageCut(listOf(method), cursor.position, Number.POSITIVE_INFINITY, load, true, cursor.given)
  const steps = page.steps()
  let at: Position = cursor.position
  const cursorOf = (position: Position) => encodeCursor(network, method, params, { ...cursor, position, trail: [] })
  const step = (next: string | null): WalkStep<M> => {
    const { slot, repeats: repeatsRemoved, isOrdered: ordered } = page
    const items = page.drain() as ItemOf<M>[]
    // The slot is that of this step, not of the whole walk.
    page.slot = Number.MAX_SAFE_INTEGER
    return { items, slot, cursor: next, repeatsRemoved, ordered, requests }
  }
  for (;;) {
    try {
      const { done, value } = await steps.next()
      if (done) {
        yield step(null)
        const incomplete = page.incompleteBecause(value)
        if (incomplete) counts.incompleteList(method, incomplete)
        return { ...page.completeness(value), repeatsRemoved: page.repeats, requests, next: null, problem: null }
      }
      at = value
      started = true
      yield step(cursorOf(at))
      if (limits().walkPauseMs > 0) await sleep(limits().walkPauseMs)
    } catch (error) {
      const problem = problemOf(error)
      if (!problem || !started) throw error
      counts.incompleteList(method, 'broken_off')
      const completeReason = `the listing was interrupted: ${problem.title.toLowerCase()}`
      const next = cursorOf(at)
      return { complete: false, completeReason, repeatsRemoved: page.repeats, requests, next, problem }
    }
  }
}

/** What an error says of the indexer; null for a fault of our own. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem
  return error instanceof RpcError ? toProblem(error.failure) : null
}

/** Retries until there is a chunk, for as long as it is worth it. */
async function patiently(
  ask: () => Promise<CachedValue<Chunk>>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<CachedValue<Chunk>> {
  const until = clock().monotonic() + patienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const problem = problemOf(error)
      if (!problem) throw error
      const { retryable, retryAfterMs = PAUSE_MS } = problem
      if (!retryable || signal.aborted || clock().monotonic() + retryAfterMs > until) throw error
      await sleep(retryAfterMs, signal).catch(() => {
        throw error
      })
    }
  }
}
