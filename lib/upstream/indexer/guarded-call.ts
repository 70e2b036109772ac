import 'server-only'
import type { IncomingHttpHeaders } from 'node:http'
import type { ProblemCode } from '../../api/problem'
import { toProblem } from '../../api/rpc-problem'
import { clock, sleep } from '../../platform/clock'
import { isLogged, log, logThrottled } from '../../platform/log'
import { isRpcError, RpcError, type RpcFailure } from '../../protocol/rpc/failure'
import { Admission, type Admitted } from '../../rpc-client/admission'
import { Breaker, type BreakerPermit, type BreakerState, type CallVerdict } from '../../rpc-client/breaker'
import { RateLimitGate } from '../../rpc-client/gate'
import { HostPace } from '../../rpc-client/host-pace'
import { limitHint } from '../../rpc-client/limit-headers'
import { limits } from '../../rpc-client/limits'
import type { RatePlan } from '../../rpc-client/rate-plan'
import { RetryBudget } from '../../rpc-client/retry-budget'
import type { Urgency } from '../../rpc-client/urgency'
import { type CallOutcome, outcomeOf } from './call-counts'

/** The checks that a call to a host must pass, in this order. */
export interface CallGuards {
  readonly label: string
  readonly gate: RateLimitGate
  readonly breaker: Breaker
  readonly admission: Admission<BreakerPermit>
  readonly pace: HostPace
  readonly plan: RatePlan | null
  readonly retries: RetryBudget
}

export function newGuards(label: string, plan: RatePlan | null): CallGuards {
  const gate = new RateLimitGate()
  const breaker = new Breaker((state, cause) => logBreaker(label, state, cause))
  const pace = new HostPace()
  const check = () => {
    gate.pass()
    breaker.check()
  }
  const admit = () => {
    gate.pass()
    return breaker.begin()
  }
  const admission = new Admission({ check, admit }, plan, pace)
  return { label, gate, breaker, admission, pace, plan, retries: new RetryBudget() }
}

/** `pauseBefore` returns null for no retry. `again`: use a new connection, because the idle one may be closed. */
export async function atMostTwice<T>(
  { retries }: CallGuards,
  deadline: number,
  pauseBefore: (failure: RpcFailure) => number | null,
  attempt: (again: boolean) => Promise<T>,
  onAgain: (failure: RpcFailure, hasRoom: boolean) => void = () => {},
): Promise<T> {
  retries.called()
  try {
    return await attempt(false)
  } catch (error) {
    if (!isRpcError(error)) throw error
    const pauseMs = pauseBefore(error.failure)
    if (pauseMs === null || deadline - clock().monotonic() - pauseMs < limits().worthTryingMs) throw error
    const hasRoom = retries.spend()
    onAgain(error.failure, hasRoom)
    if (!hasRoom) throw error
    if (pauseMs > 0) await sleep(pauseMs)
    return attempt(true).catch((second: unknown) => {
      // The first failure says more than a full queue.
      throw isRpcError(second) && second.failure.kind === 'busy' ? error : second
    })
  }
}

export function isTransient(failure: RpcFailure): boolean {
  if (failure.kind === 'network') return failure.reason === 'unreachable' || failure.reason === 'timeout'
  return failure.kind === 'malformed' || (failure.kind === 'http' && failure.status >= 500)
}

export async function takeTurn(
  { admission }: CallGuards,
  urgency: Urgency,
  notMade: (failure: RpcFailure) => void,
): Promise<Admitted<BreakerPermit> & { waitedMs: number }> {
  const sinceMs = clock().monotonic()
  try {
    const turn = await admission.enter(urgency)
    return { ...turn, waitedMs: clock().monotonic() - sinceMs }
  } catch (error) {
    if (isRpcError(error)) notMade(error.failure)
    throw error
  }
}

/** Short pauses delay the queue; longer ones close the gate, so that clients learn the retry time. */
export function applyRateLimitHeaders(
  { label, gate, admission, pace }: CallGuards,
  startedMs: number,
  status: number,
  headers: IncomingHttpHeaders,
): void {
  pace.note(limitHint(headers, clock().wall()), startedMs, status === 429)
  const pauseMs = pace.waitMs()
  if (pauseMs <= Math.max(gate.remainingMs(), limits().queueMs)) return
  gate.hold(pauseMs)
  logGate(label, pauseMs)
  admission.recheck()
}

export function closeGateOn429({ label, gate, plan }: CallGuards, error: RpcError): RpcError {
  const { failure } = error
  if (failure.kind !== 'http' || failure.status !== 429) return error
  plan?.refused()
  const retryAfterMs = gate.close(failure.retryAfterMs)
  logGate(label, retryAfterMs)
  return new RpcError({ ...failure, retryAfterMs })
}

const ANSWERS = new Set<ProblemCode>(['not_found', 'invalid_params', 'indexer_behind'])

export function verdictOn(failure: RpcFailure, allowedMs: number, tookMs: number): CallVerdict {
  const { code } = toProblem(failure)
  if (ANSWERS.has(code)) return { kind: 'answered' }
  const { connectMs } = limits()
  const hadNoTime = code === 'upstream_timeout' && allowedMs < connectMs
  if (code === 'upstream_rate_limited' || code === 'too_large' || hadNoTime) return { kind: 'nothing' }
  return {
    kind: 'failed',
    failure,
    weight: code === 'schema_mismatch' ? 0.5 : 1,
    slow: tookMs >= 0.9 * connectMs,
    atOnce: code === 'upstream_auth',
  }
}

export function logFailure(upstream: string, method: string, failure: RpcFailure): void {
  const outcome = outcomeOf(failure)
  const what = { upstream, op: method, outcome, ...detailOf(failure) }
  logThrottled(`${upstream} ${outcome}`, 'warn', 'upstream failure', what)
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

function logBreaker(upstream: string, state: BreakerState, cause: RpcFailure | null): void {
  log('warn', 'breaker', { upstream, state, ...(cause && { outcome: outcomeOf(cause) }) })
}

function logGate(upstream: string, pauseMs: number): void {
  logThrottled(upstream, 'warn', 'rate gate', { upstream, retry_after_ms: pauseMs })
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
