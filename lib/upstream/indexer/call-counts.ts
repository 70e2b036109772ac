import { toProblem } from '../../api/rpc-problem'
import { BYTES, Histogram, RecentCount, SECONDS } from '../../platform/counters'
import type { NetworkCause, NetworkReason, RpcFailure } from '../../protocol/rpc/failure'
import type { MethodName } from '../../protocol/rpc/methods'

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
  | NetworkCause
  /** Neither refused nor reset: no way to the host, a name that is no host. */
  | 'unreachable'
  | 'tls'
  | 'redirect'
  | 'too_large'
  | 'malformed'
  | 'schema'
  /** Well-formed, but of another question. */
  | 'integrity'
  /** Not made: our own bounds, an open breaker, a closed gate. */
  | 'shed'
  | 'breaker_open'
  | 'gated'
  /** 429 to a canary: it holds back canaries alone, and is no limit that a reader met. */
  | 'canary_refused'

/** Why a list is not whole, in a word. facts/reliability.md (f). */
export type IncompleteReason = 'cursor_loop' | 'too_many_chunks' | 'place_lost' | 'order_broken' | 'broken_off'

/** Seconds of age of answers that are given out again. */
const AGES = [1, 2, 5, 10, 30, 60, 300, 600, 3_600, 86_400]

/** How readers' questions were answered. facts/reliability.md (f). */
type CacheResult =
  | 'hit'
  | 'stale_swr'
  | 'stale_error'
  | 'miss'
  | 'collapsed'
  /** A cached negative answer. */
  | 'negative'

/** How often readers' requests were answered in each way. */
export type CacheCounts = Record<CacheResult, number>

/** What happened towards one indexer since the process began. Series: operations times words, nothing of a reader's. */
export class CallCounts {
  readonly calls: Partial<Record<MethodName, Partial<Record<CallOutcome, number>>>> = {}
  readonly cache: Partial<Record<MethodName, CacheCounts>> = {}
  readonly seconds: Partial<Record<MethodName, Histogram>> = {}
  readonly bytes: Partial<Record<MethodName, Histogram>> = {}
  /** Ages of the answers that were remembered, when they were given out. */
  readonly servedAge: Partial<Record<MethodName, Histogram>> = {}
  /** Second attempts, by what became of the first. */
  readonly retries: Partial<Record<MethodName, Partial<Record<CallOutcome, number>>>> = {}
  retryBudgetExhausted = 0
  /** Readers' answers of the last five minutes, and those among them that were old because nothing newer could be had. */
  readonly recent = { served: fiveMinutes(), stale: fiveMinutes() }
  /** Seconds for which calls that were made had waited for their turn. */
  readonly queueWait = new Histogram(SECONDS)
  /** Answers whose slot lay below one that was known when they were asked for. */
  slotRegressions = 0
  /** Lists that are not whole, by why. */
  readonly incomplete: Partial<Record<MethodName, Partial<Record<IncompleteReason, number>>>> = {}

  call(method: MethodName, outcome: CallOutcome): void {
    add(this.calls, method, outcome)
  }

  /** An exchange that took place, whatever came of it. `bytes`: of the answer, unpacked; null without one. */
  exchanged(method: MethodName, tookMs: number, bytes: number | null): void {
    this.seconds[method] ??= new Histogram(SECONDS)
    this.seconds[method].observe(tookMs / 1000)
    if (bytes === null) return
    this.bytes[method] ??= new Histogram(BYTES)
    this.bytes[method].observe(bytes)
  }

  retried(method: MethodName, reason: CallOutcome): void {
    add(this.retries, method, reason)
  }

  incompleteList(method: MethodName, reason: IncompleteReason): void {
    add(this.incomplete, method, reason)
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

function add<W extends string>(
  counts: Partial<Record<MethodName, Partial<Record<W, number>>>>,
  method: MethodName,
  word: W,
): void {
  const words: Partial<Record<W, number>> = counts[method] ?? {}
  counts[method] = words
  words[word] = (words[word] ?? 0) + 1
}

/** A failure in the bounded words of the metrics. */
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
