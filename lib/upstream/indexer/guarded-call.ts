import 'server-only'
import type { IncomingHttpHeaders } from 'node:http'
import { clock, sleep } from '../../platform/clock'
import { startSpan } from '../../platform/trace/trace'
import { isRpcError, RpcError, type RpcFailure } from '../../protocol/rpc/failure'
import { Admission, type Admitted } from '../../rpc-client/admission'
import { Breaker, type Passed } from '../../rpc-client/breaker'
import { Gate } from '../../rpc-client/gate'
import { HostPace } from '../../rpc-client/host-pace'
import { limitHint } from '../../rpc-client/limit-headers'
import { limits } from '../../rpc-client/limits'
import type { RatePlan } from '../../rpc-client/rate-plan'
import { RetryBudget } from '../../rpc-client/retry-budget'
import type { Urgency } from '../../rpc-client/urgency'
import { outcomeOf } from './call-counts'
import { logBreaker, logGate } from './log'

/* How calls to one host are bounded: an indexer, or a node of a chain. */

/** Everything that stands between us and a host, in the order in which a call meets it. */
export interface Guards {
  /** For logs: a name, never a URL. */
  readonly label: string
  readonly gate: Gate
  readonly breaker: Breaker
  readonly admission: Admission<Passed>
  readonly pace: HostPace
  /** null: none is named. */
  readonly plan: RatePlan | null
  readonly retries: RetryBudget
}

export function newGuards(label: string, plan: RatePlan | null): Guards {
  const gate = new Gate()
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

/**
 * At most two attempts before `deadline` (monotonic milliseconds), the second one out of the retry budget.
 * @param pauseBefore milliseconds before a second one after this failure; null: there is none.
 * @param attempt `again`: on a connection of its own, because a kept one may have died.
 * @param onAgain told of a second one that is worth making, and whether the budget has room for it.
 */
export async function atMostTwice<T>(
  { retries }: Guards,
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
      // What the host did tells more than that its turn did not come again.
      throw isRpcError(second) && second.failure.kind === 'busy' ? error : second
    })
  }
}

/** True for failures of a host that the next attempt may not meet. */
export function mayPass(failure: RpcFailure): boolean {
  if (failure.kind === 'network') return failure.reason === 'unreachable' || failure.reason === 'timeout'
  return failure.kind === 'malformed' || (failure.kind === 'http' && failure.status >= 500)
}

/** A shorter wait is not worth a span. */
const WORTH_A_SPAN_MS = 1

/**
 * Waits for the turn of a call.
 * @param notMade told of the failure where it does not come.
 */
export async function takeTurn(
  { admission }: Guards,
  urgency: Urgency,
  notMade: (failure: RpcFailure) => void,
): Promise<Admitted<Passed> & { waitedMs: number }> {
  const sinceMs = clock().monotonic()
  const span = startSpan('wait for a turn')
  try {
    const turn = await admission.enter(urgency)
    const waitedMs = clock().monotonic() - sinceMs
    if (waitedMs >= WORTH_A_SPAN_MS) span?.end()
    return { ...turn, waitedMs }
  } catch (error) {
    if (isRpcError(error)) {
      span?.fail(outcomeOf(error.failure)).end()
      notMade(error.failure)
    }
    throw error
  }
}

/**
 * Heeds what a host says of its rate limit with an answer: a short pause is waited for in the queue, and a longer one closes
 * the gate, so that readers learn how long it takes.
 */
export function heed(
  { label, gate, admission, pace }: Guards,
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

/** What to throw for a failed exchange; a refusal closes the gate, and says for how long. */
export function heededError({ label, gate, plan }: Guards, error: RpcError): RpcError {
  const { failure } = error
  if (failure.kind !== 'http' || failure.status !== 429) return error
  plan?.refused()
  const retryAfterMs = gate.close(failure.retryAfterMs)
  logGate(label, retryAfterMs)
  return new RpcError({ ...failure, retryAfterMs })
}
