import type { RpcFailure } from '../../rpc/failure'
import type { MethodName } from '../../rpc/methods'
import { toProblem } from '../problem'

/** What became of a call to an indexer: a bounded set of words. facts/reliability.md (f). */
export type CallOutcome =
  | 'ok'
  | 'rpc_not_found'
  | 'rpc_invalid'
  | 'rpc_stale'
  | 'rpc_internal'
  | 'http_429'
  | 'http_4xx'
  | 'http_5xx'
  | 'auth'
  | 'timeout'
  | 'unreachable'
  | 'tls'
  | 'redirect'
  | 'too_large'
  | 'malformed'
  | 'schema'
  /** Not made: our own bounds, an open breaker, a closed gate. */
  | 'shed'
  | 'breaker_open'
  | 'gated'

/** How readers' questions were answered. facts/reliability.md (f). */
export interface CacheCounts {
  hit: number
  stale_swr: number
  stale_error: number
  miss: number
  collapsed: number
  /** An answer that says no, remembered. */
  negative: number
}

/** What happened towards one indexer since the process began. Series: operations times words, nothing of a reader's. */
export class CallCounts {
  readonly calls: Partial<Record<MethodName, Partial<Record<CallOutcome, number>>>> = {}
  readonly cache: Partial<Record<MethodName, CacheCounts>> = {}
  retries = 0
  retryBudgetExhausted = 0

  call(method: MethodName, outcome: CallOutcome): void {
    const calls = this.calls[method] ?? {}
    this.calls[method] = calls
    calls[outcome] = (calls[outcome] ?? 0) + 1
  }

  cacheOf(method: MethodName): CacheCounts {
    const counts = this.cache[method] ?? { hit: 0, stale_swr: 0, stale_error: 0, miss: 0, collapsed: 0, negative: 0 }
    this.cache[method] = counts
    return counts
  }
}

export function outcomeOf(failure: RpcFailure): CallOutcome {
  const { code } = toProblem(failure)
  switch (failure.kind) {
    case 'network':
      return failure.reason === 'too-large' ? 'too_large' : failure.reason
    case 'open':
      return 'breaker_open'
    case 'busy':
      return 'shed'
    case 'malformed':
      return 'malformed'
    case 'decode':
      return 'schema'
    case 'http':
      if (code === 'upstream_rate_limited') return 'http_429'
      if (code === 'upstream_auth') return 'auth'
      return failure.status >= 500 ? 'http_5xx' : 'http_4xx'
    case 'rpc':
      return RPC_OUTCOMES[code] ?? 'rpc_internal'
    default:
      return failure satisfies never
  }
}

const RPC_OUTCOMES: Partial<Record<ReturnType<typeof toProblem>['code'], CallOutcome>> = {
  not_found: 'rpc_not_found',
  invalid_params: 'rpc_invalid',
  indexer_behind: 'rpc_stale',
  upstream_auth: 'auth',
  too_large: 'too_large',
}
