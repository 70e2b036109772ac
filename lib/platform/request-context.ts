import { AsyncLocalStorage } from 'node:async_hooks'
import { clock } from './clock'
import type { HttpAnswer, HttpRequest } from './http-answer'
import { once } from './once'
import type { Reader } from './reader'
import type { Turn } from './turns'

/** What an address without a route of its own counts as, so that readers cannot make routes up. */
export const OTHER_ROUTE = 'other'

/** What one request carries through Next.js. */
export interface RequestContext {
  /** As the reader sent it, its target clean. */
  request: HttpRequest
  /** Aborted when the reader has its answer, or has left without it. */
  left: AbortSignal
  /** The page's turn; null for what takes none. */
  turn: Turn | null
  /** Monotonic milliseconds until which a page waits for the slot that its address names; null: none is named. */
  slotUntil: number | null
  /** Takes what a route handler answers with, but for its body. */
  answered(answer: HttpAnswer): void
}

const contexts = once('request contexts', () => new AsyncLocalStorage<RequestContext>())

/** Runs something for a request: whatever of Next.js lies between finds its context. */
export function runInRequest<T>(context: RequestContext, run: () => T): T {
  return contexts().run(context, run)
}

/** The context of the request that code runs for; undefined outside of any. */
export function requestContext(): RequestContext | undefined {
  return contexts().getStore()
}

/** Who waits for the page or the answer. @throws Error outside of a request. */
export function currentReader(): Reader {
  const context = requestContext()
  if (!context) throw new Error('this runs for no request of our server')
  return { peer: context.request.peer, left: context.left }
}

/**
 * Asks for what comes from elsewhere, unless the reader of the page has left; the page holds no turn meanwhile. For who
 * has left nothing ever comes: Next.js has given such a page up, and would log whatever is thrown into it.
 */
export async function awaitUpstream<T>(ask: () => Promise<T>): Promise<T> {
  const { left, turn } = requestContext() ?? {}
  if (left?.aborted) return never()
  try {
    return await (turn ? turn.whileWaiting(ask()) : ask())
  } finally {
    if (left?.aborted) await never()
  }
}

/** Monotonic milliseconds of a moment in so many from now. */
export function deadlineIn(ms: number): number {
  return clock().monotonic() + ms
}

function never(): Promise<never> {
  return new Promise(() => {})
}
