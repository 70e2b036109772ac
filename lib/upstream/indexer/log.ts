import 'server-only'
import { isLogged, log, logSeldom } from '../../platform/log'
import type { RpcFailure } from '../../protocol/rpc/failure'
import type { BreakerState } from '../../rpc-client/breaker'
import { type CallOutcome, outcomeOf } from './call-counts'

export function logFailure(upstream: string, method: string, failure: RpcFailure): void {
  const outcome = outcomeOf(failure)
  const what = { upstream, op: method, outcome, ...detailOf(failure) }
  logSeldom(`${upstream} ${outcome}`, 'warn', 'upstream failure', what)
}

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

export function logBreaker(upstream: string, state: BreakerState, cause: RpcFailure | null): void {
  log('warn', 'breaker', { upstream, state, ...(cause && { outcome: outcomeOf(cause) }) })
}

export function logGate(upstream: string, pauseMs: number): void {
  logSeldom(upstream, 'warn', 'rate gate', { upstream, retry_after_ms: pauseMs })
}

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
