import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerMeta } from '../../rpc/answer'
import { RpcError } from '../../rpc/failure'
import type { Params, WireResult } from '../../rpc/methods'
import { MAX_LIMIT } from '../../rpc/primitives'
import type { ProblemCode } from '../../rpc/problem'
import { rowsToWire } from '../../rpc/wire'
import type { Held } from '../memory/memory'
import type { Network } from '../networks'
import { toProblem } from '../problem'
import { limits } from '../upstream/limits'
import { upstreamOf } from '../upstream/upstream'
import { Urgency } from '../upstream/urgency'
import { type Chunk, chunkOf } from './chunk'
import { encodeCursor, type ListingCursor, type Position } from './cursor'
import { type ListingMethod, listingKind } from './kinds'
import { PageCut } from './page-cut'

/** Rows of a list in one go, a chunk at a time. */
export interface WalkStep<M extends ListingMethod> {
  /** In wire form. */
  items: WireResult<M>['value']['items']
  /** Slot that these rows were answered at. */
  slot: number
}

/** What is known when a walk is over. */
export interface WalkEnd extends Pick<AnswerMeta, 'complete' | 'completeReason'> {
  /** Repeats left out, from the list's first row on. */
  repeatsRemoved: number
  /** Where to go on, and why it stopped there; null when there is nothing more to ask for. */
  broken: { cursor: string; reason: ProblemCode } | null
}

/** Milliseconds between two tries that name no time. */
const PAUSE_MS = 2_000

/** Milliseconds between two chunks of a walk: the indexer is a guest. */
const LEAST_MS = 5

/**
 * All rows of a listing from where `cursor` stands, chunk by chunk: each account once, with the same verdict as pages
 * have. An indexer in trouble is waited for, at most a minute without a row; then the walk ends and says where. While
 * rows keep a known order nothing is held but the chunk at hand. design.md 4.4, features.md e12.
 * @param left aborted when nobody takes the rows any more.
 * @throws RpcError when not even the first chunk can be had.
 */
export async function* walkList<M extends ListingMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  cursor: ListingCursor,
  left: AbortSignal,
): AsyncGenerator<WalkStep<M>, WalkEnd> {
  const { counts } = upstreamOf(network)
  let started = false
  const load = (upstream: string | null) =>
    patiently(
      () => {
        const call = {
          deadline: performance.now() + limits().totalMs,
          // Old rows do for a page, not for a list that is taken away.
          patienceMs: null,
          urgency: new Urgency('export'),
        }
        return chunkOf(network, method, params, upstream, MAX_LIMIT, call)
      },
      started ? limits().walkPatienceMs : 0,
      left,
    )
  const page = new PageCut(listingKind(method), cursor.position, Number.POSITIVE_INFINITY, load, true)
  const steps = page.steps()
  let at: Position = cursor.position
  const cursorOf = (position: Position) =>
    encodeCursor(method, params, { position, trail: [], trimmed: position.rowsBefore > 0, firstSlot: cursor.firstSlot })
  const step = (): WalkStep<M> => {
    const { slot } = page
    const items = rowsToWire(page.drain()) as WireResult<M>['value']['items']
    // The slot is that of this step, not of the whole walk.
    page.slot = Number.MAX_SAFE_INTEGER
    return { items, slot }
  }
  for (;;) {
    try {
      const { done, value } = await steps.next()
      if (done) {
        yield step()
        const incomplete = page.incompleteBecause(value)
        if (incomplete) counts.incompleteList(method, incomplete)
        return { ...page.completeness(value), repeatsRemoved: page.repeats, broken: null }
      }
      at = value
      started = true
      yield step()
      await wait(LEAST_MS)
    } catch (error) {
      if (!(error instanceof RpcError) || !started) throw error
      counts.incompleteList(method, 'broken_off')
      const { code, title } = toProblem(error.failure)
      const completeReason = `the listing was broken off: ${title.toLowerCase()}`
      const broken = { cursor: cursorOf(at), reason: code }
      return { complete: false, completeReason, repeatsRemoved: page.repeats, broken }
    }
  }
}

/** Asks until there is a chunk, or for as long as it is worth. */
async function patiently(ask: () => Promise<Held<Chunk>>, patienceMs: number, left: AbortSignal): Promise<Held<Chunk>> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      const { retryable, retryAfterMs = PAUSE_MS } = toProblem(error.failure)
      if (!retryable || left.aborted || performance.now() + retryAfterMs > until) throw error
      await wait(retryAfterMs, undefined, { signal: left }).catch(() => {
        throw error
      })
    }
  }
}
