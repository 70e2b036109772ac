import { AsyncLocalStorage } from 'node:async_hooks'
import type { HttpRequest } from '../http/exchange'
import { once } from '../platform/once'
import type { Turn } from '../platform/turns'
import type { Answer } from './answer'

/** A request that the framework is answering. */
export interface Exchange {
  /** As the reader sent it, its target clean. */
  request: HttpRequest
  response: Answer
  /** Aborted when the reader has its answer, or has left without it. */
  left: AbortSignal
  /** The page's turn; null for what takes none. */
  turn: Turn | null
  /** Monotonic milliseconds until which a page waits for the slot that its address names; null: none is named. */
  slotUntil: number | null
}

/** The exchange that code runs for, whatever of the framework lies between. */
export const exchanges = once('exchanges', () => new AsyncLocalStorage<Exchange>())
