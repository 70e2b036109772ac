import { toProblem } from '../../api/rpc-problem'
import { BYTES_BOUNDS, Histogram, RecentCount, SECONDS_BOUNDS } from '../../platform/counters'
import type { NetworkCause, NetworkReason, RpcFailure } from '../../protocol/rpc/failure'
import type { MethodName } from '../../protocol/rpc/methods'

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
  | NetworkCause
  /** No connection to the host, or an unknown host name. */
  | 'unreachable'
  | 'tls'
  | 'redirect'
  | 'too_large'
  | 'malformed'
  | 'schema'
  | 'integrity'
  /** Not sent because of our own limits. */
  | 'shed'
  | 'breaker_open'
  | 'gated'
  /** 429 to a canary: pauses canaries only. */
  | 'canary_refused'

export type IncompleteReason = 'cursor_loop' | 'too_many_chunks' | 'place_lost' | 'order_broken' | 'broken_off'

const AGES = [1, 2, 5, 10, 30, 60, 300, 600, 3_600, 86_400]

type CacheResult = 'hit' | 'stale_swr' | 'stale_error' | 'miss' | 'collapsed' | 'negative'

export type CacheCounts = Record<CacheResult, number>

/** Totals since start, by operation and outcome: clients cannot create series. */
export class CallCounts {
  readonly calls: Partial<Record<MethodName, Partial<Record<CallOutcome, number>>>> = {}
  readonly cache: Partial<Record<MethodName, CacheCounts>> = {}
  readonly seconds: Partial<Record<MethodName, Histogram>> = {}
  readonly bytes: Partial<Record<MethodName, Histogram>> = {}
  readonly servedAge: Partial<Record<MethodName, Histogram>> = {}
  readonly retries: Partial<Record<MethodName, Partial<Record<CallOutcome, number>>>> = {}
  retryBudgetExhausted = 0
  /** Counts of the last five minutes; `stale`: no newer answer was available. */
  readonly recent = { served: fiveMinutes(), stale: fiveMinutes() }
  /** Answers to readers since start that failed with a status of 500 or above, or were stale. */
  readonly answers = { failed: 0, stale: 0 }
  readonly queueWait = new Histogram(SECONDS_BOUNDS)
  /** Answers with a lower slot than one known before the request. */
  slotRegressions = 0
  readonly incomplete: Partial<Record<MethodName, Partial<Record<IncompleteReason, number>>>> = {}

  call(method: MethodName, outcome: CallOutcome): void {
    incrementCount(this.calls, method, outcome)
  }

  exchanged(method: MethodName, tookMs: number, bytes: number | null): void {
    this.seconds[method] ??= new Histogram(SECONDS_BOUNDS)
    this.seconds[method].observe(tookMs / 1000)
    if (bytes === null) return
    this.bytes[method] ??= new Histogram(BYTES_BOUNDS)
    this.bytes[method].observe(bytes)
  }

  retried(method: MethodName, reason: CallOutcome): void {
    incrementCount(this.retries, method, reason)
  }

  incompleteList(method: MethodName, reason: IncompleteReason): void {
    incrementCount(this.incomplete, method, reason)
  }

  served(method: MethodName, ageMs: number): void {
    this.servedAge[method] ??= new Histogram(AGES)
    this.servedAge[method].observe(Math.max(0, ageMs / 1000))
  }

  cacheOf(method: MethodName): CacheCounts {
    const counts = this.cache[method] ?? { hit: 0, stale_swr: 0, stale_error: 0, miss: 0, collapsed: 0, negative: 0 }
    this.cache[method] = counts
    return counts
  }
}

function fiveMinutes(): RecentCount {
  return new RecentCount(300)
}

export function incrementCount<M extends string, W extends string>(
  counts: Partial<Record<M, Partial<Record<W, number>>>>,
  method: M,
  word: W,
): void {
  const words: Partial<Record<W, number>> = counts[method] ?? {}
  counts[method] = words
  words[word] = (words[word] ?? 0) + 1
}

export function outcomeOf(failure: RpcFailure): CallOutcome {
  const { code } = toProblem(failure)
  switch (failure.kind) {
    case 'network':
      return failure.cause ?? NETWORK_OUTCOMES[failure.reason]
    case 'open':
      return 'breaker_open'
    case 'busy':
      return 'shed'
    case 'malformed':
      return 'malformed'
    case 'decode':
      return failure.crossed ? 'integrity' : 'schema'
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

const NETWORK_OUTCOMES: Readonly<Record<NetworkReason, CallOutcome>> = {
  timeout: 'timeout_total',
  unreachable: 'unreachable',
  'too-large': 'too_large',
  redirect: 'redirect',
  tls: 'tls',
}

const RPC_OUTCOMES: Partial<Record<ReturnType<typeof toProblem>['code'], CallOutcome>> = {
  not_found: 'rpc_not_found',
  invalid_params: 'rpc_invalid',
  indexer_behind: 'rpc_stale',
  upstream_auth: 'auth',
  too_large: 'too_large',
}
