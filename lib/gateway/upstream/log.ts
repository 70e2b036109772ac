import 'server-only'
import type { RpcFailure } from '../../rpc/failure'
import type { SlotReset } from '../../rpc/status'
import { log, logSeldom } from '../log'
import type { BreakerState } from './breaker'

/** Says that a call failed: classes and codes only. */
export function logFailure(network: string, method: string, failure: RpcFailure): void {
  const outcome = outcomeOf(failure)
  const path = failure.kind === 'decode' ? { path: failure.path } : {}
  logSeldom(`${network} ${outcome}`, 'warn', 'upstream failure', { upstream: network, op: method, outcome, ...path })
}

/** Says that a network's slots went back and what was remembered of it was forgotten. */
export function logReset(network: string, { from, to }: SlotReset): void {
  log('warn', 'chain view was reset', { upstream: network, from, to })
}

/** Says that a network's breaker changed its state. */
export function logBreaker(network: string, state: BreakerState, cause: RpcFailure | null): void {
  log('warn', 'breaker', { upstream: network, state, ...(cause && { outcome: outcomeOf(cause) }) })
}

/** Says that an indexer answered 429, and for how long nothing is asked of it. */
export function logGate(network: string, pauseMs: number): void {
  logSeldom(network, 'warn', 'rate gate', { upstream: network, retry_after_ms: pauseMs })
}

function outcomeOf(failure: RpcFailure): string {
  switch (failure.kind) {
    case 'network':
      return failure.cause ?? failure.reason
    case 'http':
      return `http_${failure.status}`
    case 'rpc':
      return `rpc_${failure.code}`
    default:
      return failure.kind
  }
}
