import 'server-only'
import { isLogged, log, logSeldom } from '../../platform/log'
import type { RpcFailure } from '../../protocol/rpc/failure'
import type { BreakerState } from '../../rpc-client/breaker'
import { type CallOutcome, outcomeOf } from './call-counts'

/** Says that a call failed, in the word that metrics and /status have for it: classes and codes only. */
export function logFailure(upstream: string, method: string, failure: RpcFailure): void {
  const outcome = outcomeOf(failure)
  const what = { upstream, op: method, outcome, ...detailOf(failure) }
  logSeldom(`${upstream} ${outcome}`, 'warn', 'upstream failure', what)
}

/** Says, where every call is wanted, what became of one: to an indexer or, by the node's label, to a chain node. */
export function logCall(
  upstream: string,
  op: string,
  outcome: CallOutcome,
  tookMs: number,
  bytes: number | null,
): void {
  if (!isLogged('debug')) return
  log('debug', 'call', { upstream, op, outcome, dur_ms: Math.round(tookMs), ...(bytes !== null && { bytes }) })
}

/** Says that the breaker of an indexer, or of a chain node, changed its state. */
export function logBreaker(upstream: string, state: BreakerState, cause: RpcFailure | null): void {
  log('warn', 'breaker', { upstream, state, ...(cause && { outcome: outcomeOf(cause) }) })
}

/** Says that an indexer answered 429, and for how long nothing is asked of it. */
export function logGate(upstream: string, pauseMs: number): void {
  logSeldom(upstream, 'warn', 'rate gate', { upstream, retry_after_ms: pauseMs })
}

/** What the word for a failure leaves out. */
function detailOf(failure: RpcFailure): Record<string, string | number> {
  switch (failure.kind) {
    case 'decode':
      return { path: failure.path }
    case 'http':
      return { up_status: failure.status }
    case 'rpc':
      return { code: failure.code }
    default:
      return {}
  }
}
