import { AsyncLocalStorage } from 'node:async_hooks'
import { clock } from './clock'
import type { HttpAnswer, HttpRequest } from './http-answer'
import { once } from './once'
import type { Turn } from './turns'
import type { RequestClient } from './waiting-clients'

/** Metrics label for unknown paths, so that clients cannot create labels. */
export const OTHER_ROUTE = 'other'

export interface RequestContext {
  request: HttpRequest
  left: AbortSignal
  turn: Turn | null
  /** Monotonic milliseconds; null: the URL has no `minSlot`. */
  slotUntil: number | null
  answered(answer: HttpAnswer): void
}

export const requestContexts = once('request contexts', () => new AsyncLocalStorage<RequestContext>())

export function runInRequest<T>(context: RequestContext, run: () => T): T {
  return requestContexts().run(context, run)
}

export function requestContext(): RequestContext | undefined {
  return requestContexts().getStore()
}

/** @throws Error outside of a request */
export function currentClient(): RequestClient {
  const context = requestContext()
  if (!context) throw new Error('this runs for no request of our server')
  return { peer: context.request.peer, left: context.left }
}

/**
 * Releases the page's turn while waiting. Never settles once the client has left: Next.js has dropped the page and would log
 * the error.
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

export function deadlineIn(ms: number): number {
  return clock().monotonic() + ms
}

function never(): Promise<never> {
  return new Promise(() => {})
}
