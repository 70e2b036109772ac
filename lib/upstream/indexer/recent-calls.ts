import type { OperationHealth } from '../../api/status'
import { clock, nowIso } from '../../platform/clock'
import { RecentCount } from '../../platform/counters'
import type { MethodName } from '../../protocol/rpc/methods'
import type { CallOutcome } from './call-counts'

export const WINDOW_SECONDS = 300

const MAX_LATENCIES = 1_000

export interface EndedCall {
  outcome: CallOutcome
  /** Error text without any URL; null: answered, which includes "not found". */
  trouble: string | null
  tookMs: number
  /** True: the canary's subject does not exist. */
  canary: boolean
}

class Calls {
  readonly #all = new RecentCount(WINDOW_SECONDS)
  readonly #failed = new RecentCount(WINDOW_SECONDS)
  readonly #rateLimited = new RecentCount(WINDOW_SECONDS)
  readonly #endedMs = new Float64Array(MAX_LATENCIES).fill(Number.NEGATIVE_INFINITY)
  readonly #tookMs = new Float64Array(MAX_LATENCIES)
  #next = 0
  #last: OperationHealth['last'] = null
  #lastError: OperationHealth['lastError'] = null

  ended({ outcome, trouble, tookMs, canary }: EndedCall, at: string): void {
    this.#all.add()
    if (outcome === 'http_429') this.#rateLimited.add()
    this.#endedMs[this.#next] = clock().monotonic()
    this.#tookMs[this.#next] = tookMs
    this.#next = (this.#next + 1) % MAX_LATENCIES
    this.#last = { at, outcome, failed: trouble !== null, canary }
    if (trouble === null) return
    this.#failed.add()
    this.#lastError = { at, outcome, text: trouble }
  }

  health(method: MethodName): OperationHealth {
    const oldest = clock().monotonic() - WINDOW_SECONDS * 1_000
    const took = this.#tookMs.filter((_, i) => (this.#endedMs[i] ?? 0) > oldest).sort()
    return {
      method,
      calls: this.#all.total(),
      failed: this.#failed.total(),
      rateLimited: this.#rateLimited.total(),
      medianMs: percentile(took, 0.5),
      p95Ms: percentile(took, 0.95),
      last: this.#last,
      lastError: this.#lastError,
    }
  }
}

function percentile(sorted: Float64Array, share: number): number | null {
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  return value === undefined ? null : Math.round(value * 10) / 10
}

export class RecentCalls {
  readonly #byMethod = new Map<MethodName, Calls>()

  ended(method: MethodName, call: EndedCall, at = nowIso()): void {
    const calls = this.#byMethod.get(method) ?? new Calls()
    this.#byMethod.set(method, calls)
    calls.ended(call, at)
  }

  health(methods: readonly MethodName[]): OperationHealth[] {
    return methods.map((method) => this.#byMethod.get(method)?.health(method) ?? { ...NEVER, method })
  }
}

const NEVER: Omit<OperationHealth, 'method'> = {
  calls: 0,
  failed: 0,
  rateLimited: 0,
  medianMs: null,
  p95Ms: null,
  last: null,
  lastError: null,
}
