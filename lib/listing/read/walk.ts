import 'server-only'
import type { AnswerMeta } from '../../api/answer'
import { isProblem, type Problem } from '../../api/problem'
import { toProblem } from '../../api/rpc-problem'
import { clock, sleep } from '../../platform/clock'
import { isRpcError } from '../../protocol/rpc/failure'
import { type ItemOf, type ListMethod, listOf, type Params } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { limits } from '../../rpc-client/limits'
import { Urgency } from '../../rpc-client/urgency'
import type { CachedValue } from '../../upstream/cache/memory'
import { indexersInTurn, noteUsed, upstreamOf } from '../../upstream/indexer/indexers'
import { fromSlot, slotReached, slotWaitDeadline } from '../../upstream/min-slot'
import { type Indexer, indexersOf, type Network } from '../../upstream/networks/networks'
import { encodeCursor, type ListingCursor } from '../cursor/cursor'
import { cursorOnIndexer, indexerNumberOf } from '../cursor/moved'
import { type Chunk, loadChunk } from './chunk'
import { PageCut } from './page-cut'

export interface WalkStep<M extends ListMethod> {
  items: readonly ItemOf<M>[]
  slot: number
  cursor: string | null
  repeatsRemoved: number
  ordered: boolean
  requests: number
  indexer?: string
}

export interface WalkEnd extends Pick<AnswerMeta, 'complete' | 'completeReason'> {
  repeatsRemoved: number
  requests: number
  next: string | null
  problem: Problem | null
}

/** Unless the problem says when to retry. */
export const RETRY_PAUSE_MS = 2_000

interface SoFar {
  at: ListingCursor
  started: boolean
  requests: number
  repeatsBefore: number
  /** When the last rows arrived, in monotonic milliseconds. */
  movedMs: number
}

/**
 * Yields each row once. A failing indexer is retried for `patienceMs`; then another one continues after the same row, or
 * the walk ends with the problem. With a known order only one chunk is held. design.md 4.4, features.md e12. @param
 * minSlot lowest slot of an answer; null: any
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
  if (minSlot !== null) await slotReached(network, minSlot, slotWaitDeadline())
  const soFar: SoFar = { at: cursor, started: false, requests: 0, repeatsBefore: 0, movedMs: clock().monotonic() }
  const isOnly = indexersOf(network).length === 1
  let failed: Indexer[] = []
  for (let { at } = soFar; ; ) {
    const left = indexersInTurn(network, { place: indexerNumberOf(at), minSlot }).filter((indexer) => {
      return !failed.includes(indexer) && cursorOnIndexer(indexer, method, at) !== null
    })
    const [indexer = indexersOf(network)[0]] = left
    try {
      const end = yield* walkOn(indexer, method, params, soFar, isOnly ? patienceMs : 0, signal, minSlot)
      noteUsed(indexer)
      return end
    } catch (error) {
      const first = problemOf(error)
      if (!first) throw error
      failed = at === soFar.at ? [...failed, indexer] : [indexer]
      at = soFar.at
      if (left.length > 1) continue
      if (!soFar.started) throw error
      const pauseMs = first.retryAfterMs ?? RETRY_PAUSE_MS
      const isOver = clock().monotonic() + pauseMs > soFar.movedMs + patienceMs || signal.aborted || !first.retryable
      if (!isOnly && !isOver) {
        await sleep(pauseMs, signal).catch(() => {})
        failed = []
        continue
      }
      upstreamOf(indexer).counts.incompleteList(method, 'broken_off')
      const completeReason = `the listing was interrupted: ${first.title.toLowerCase()}`
      const next = encodeCursor(network, method, params, { ...at, trail: [] })
      const { repeatsBefore, requests } = soFar
      return { complete: false, completeReason, repeatsRemoved: repeatsBefore, requests, next, problem: first }
    }
  }
}

async function* walkOn<M extends ListMethod>(
  indexer: Indexer,
  method: M,
  params: Params<M>,
  soFar: SoFar,
  patienceMs: number,
  signal: AbortSignal,
  minSlot: number | null,
): AsyncGenerator<WalkStep<M>, WalkEnd> {
  const { network } = indexer
  const isOneOfSeveral = indexersOf(network).length > 1
  const cursor = cursorOnIndexer(indexer, method, soFar.at) ?? soFar.at
  const load = async (upstream: string | null): Promise<CachedValue<Chunk>> => {
    const until = clock().monotonic() + (soFar.started ? patienceMs : 0)
    for (;;) {
      try {
        const cached = await fromSlot(network, minSlot, slotWaitDeadline(), null, () => {
          const deadline = clock().monotonic() + limits().totalMs
          const urgency = new Urgency('export')
          // Exports use no cached old rows.
          const call = { deadline, patienceMs: null, urgency, passing: true, spare: isOneOfSeveral, minSlot }
          return loadChunk({ indexer, method, params }, upstream, MAX_LIMIT, call)
        })
        if (cached.via === 'miss') soFar.requests++
        return cached
      } catch (error) {
        const problem = problemOf(error)
        const retryAfterMs = problem?.retryAfterMs ?? RETRY_PAUSE_MS
        const isLate = clock().monotonic() + retryAfterMs > until
        if (!problem?.retryable || signal.aborted || isLate) throw error
        await sleep(retryAfterMs, signal).catch(() => {
          throw error
        })
      }
    }
  }
  const all = Number.POSITIVE_INFINITY
  const page = new PageCut(listOf(method), cursor.position, all, load, true, cursor.given, isOneOfSeveral)
  const { repeatsBefore } = soFar
  const number = isOneOfSeveral ? indexer.number : null
  const sums = () => ({ repeatsRemoved: repeatsBefore + page.repeats, requests: soFar.requests })
  const step = (next: string | null): WalkStep<M> => {
    const { slot, isOrdered: ordered } = page
    const known = { slot, cursor: next, ...sums(), ordered, ...(isOneOfSeveral && { indexer: indexer.label }) }
    // Reset, since the slot is that of one step, not of the walk.
    page.slot = Number.MAX_SAFE_INTEGER
    return { items: page.drain() as ItemOf<M>[], ...known }
  }
  for (const steps = page.steps(); ; ) {
    const { done, value } = await steps.next()
    if (done) {
      yield step(null)
      const incomplete = page.incompleteBecause(value)
      if (incomplete) upstreamOf(indexer).counts.incompleteList(method, incomplete)
      return { ...page.completeness(value), ...sums(), next: null, problem: null }
    }
    soFar.at = { ...cursor, position: value, indexer: number, trail: [] }
    soFar.started = true
    soFar.movedMs = clock().monotonic()
    soFar.repeatsBefore = sums().repeatsRemoved
    yield step(encodeCursor(network, method, params, soFar.at))
    if (limits().walkPauseMs > 0) await sleep(limits().walkPauseMs)
  }
}

/** Null: a bug of Leafscan. */
function problemOf(error: unknown): Problem | null {
  if (isProblem(error)) return error.problem
  return isRpcError(error) ? toProblem(error.failure) : null
}
