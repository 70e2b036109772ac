import 'server-only'
import type { RpcFailure } from '../../rpc/failure'
import type { SlotReset } from '../../rpc/status'
import { processWide } from '../process-wide'
import type { BreakerState } from './breaker'

/** At most one line per network and kind of failure in this time, so that a dead indexer does not fill a disk. */
const QUIET_MS = 5_000

interface Quiet {
  until: number
  /** Failures not written since the last line. */
  suppressed: number
}

/** Writes one JSON line on stderr: classes and codes only, no URL, no body, no text of the indexer's. */
export function logFailure(network: string, method: string, failure: RpcFailure): void {
  const quiet = processWide('log', () => new Map<string, Quiet>())
  const outcome = outcomeOf(failure)
  const key = `${network} ${outcome}`
  const last = quiet.get(key) ?? { until: 0, suppressed: 0 }
  if (performance.now() < last.until) {
    last.suppressed++
    return
  }
  quiet.set(key, { until: performance.now() + QUIET_MS, suppressed: 0 })
  const line = { ts: new Date().toISOString(), level: 'warn', msg: 'upstream failure', network, op: method, outcome }
  const path = failure.kind === 'decode' ? { path: failure.path } : {}
  process.stderr.write(`${JSON.stringify({ ...line, ...path, suppressed: last.suppressed })}\n`)
}

/** Writes one JSON line when a network's slots went back and what was remembered of it was forgotten. */
export function logReset(network: string, { from, to }: SlotReset): void {
  const line = { ts: new Date().toISOString(), level: 'warn', msg: 'chain view was reset', network, from, to }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

/** Writes one JSON line when a network's breaker changes its state. */
export function logBreaker(network: string, state: BreakerState, cause: RpcFailure | null): void {
  const why = cause ? { outcome: outcomeOf(cause) } : {}
  const line = { ts: new Date().toISOString(), level: 'warn', msg: 'breaker', network, state, ...why }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

function outcomeOf(failure: RpcFailure): string {
  switch (failure.kind) {
    case 'network':
      return failure.reason
    case 'http':
      return `http_${failure.status}`
    case 'rpc':
      return `rpc_${failure.code}`
    default:
      return failure.kind
  }
}
