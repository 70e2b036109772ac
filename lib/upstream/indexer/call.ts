import 'server-only'
import type { IncomingHttpHeaders } from 'node:http'
import { ProblemError, problem } from '../../api/problem'
import { failureText, isTooBigError, toProblem } from '../../api/rpc-problem'
import { formatCount } from '../../format/numbers'
import { clock, nowIso, sleep } from '../../platform/clock'
import { RPC_CODES } from '../../protocol/rpc/envelope'
import { isRpcError, RpcError, type RpcFailure } from '../../protocol/rpc/failure'
import type { MethodName, Params, Result } from '../../protocol/rpc/methods'
import { retryPause } from '../../rpc-client/backoff'
import type { BreakerPermit, CallVerdict } from '../../rpc-client/breaker'
import { limits } from '../../rpc-client/limits'
import type { Urgency } from '../../rpc-client/urgency'
import { knownSlot, noteSlot, slotOf } from '../cache/cache'
import { endpointOf, type Indexer, isAbsent } from '../networks/networks'
import { wrongRequestFailure } from './answer/decode'
import { blockTimesOf, noteBlockTimes } from './block-times'
import { type CallOutcome, outcomeOf } from './call-counts'
import { type CallResult, emitCallResult } from './call-results'
import {
  applyRateLimitHeaders,
  atMostTwice,
  closeGateOn429,
  isTransient,
  logCall,
  logFailure,
  takeTurn,
  verdictOn,
} from './guarded-call'
import { preferredIndexer, type Upstream, upstreamOf } from './indexers'
import { integrityError } from './integrity'
import { exchangeWith } from './path-form'

export interface IndexerAnswer<M extends MethodName> {
  result: Result<M>
  bytes: number
  fetchedAt: string
  fetchedMs: number
  tookMs: number
}

interface Call<M extends MethodName> {
  indexer: Indexer
  method: M
  params: Params<M>
  deadline: number
  /** Uses a new connection, because the host may have closed an idle one. */
  freshSocket: boolean
  /** Resends the request if the host had closed the idle connection. */
  renews?: boolean
  searches?: boolean
  /** Leaves half of the time for another indexer, which is tried next. */
  spare?: boolean
  canary?: CanaryCall
}

export interface CanaryCall {
  again: string | null
  least: number
}

/** Uncached. Searches have one, shorter attempt; with `spare`, only closed connections are retried. @throws RpcError, ProblemError not_offered */
export async function callIndexer<M extends MethodName>(
  indexer: Indexer,
  method: M,
  params: Params<M>,
  deadline: number,
  urgency: Urgency,
  spare = false,
): Promise<IndexerAnswer<M>> {
  if (isAbsent(indexer.network, method)) {
    throw new ProblemError(problem('not_offered', `This indexer does not offer ${method}.`))
  }
  const upstream = upstreamOf(indexer)
  const { counts } = upstream
  const pauseBefore = (failure: RpcFailure) => {
    if (urgency.of === 'search' || !mayPassAt(failure)) return null
    const atOnce = failure.kind === 'network' && failure.reason === 'unreachable'
    if (spare && !atOnce) return null
    return atOnce ? 0 : retryPause(limits().retryPauseMs)
  }
  const onAgain = (failure: RpcFailure, hasRoom: boolean) => {
    if (hasRoom) counts.retried(method, outcomeOf(failure))
    else counts.retryBudgetExhausted++
  }
  const call = { indexer, method, params, deadline, spare }
  const attempt = (again: boolean) => inTurn(upstream, { ...call, freshSocket: again }, urgency)
  return atMostTwice(upstream, deadline, pauseBefore, attempt, onAgain)
}

export type ProbeMethod = 'getIndexerHealth' | 'getIndexerSlot'

/** Skips breaker and queue, so that probes detect recovery; obeys the gate, and is charged to the plan. @throws RpcError */
export async function callForProbe<M extends ProbeMethod>(
  indexer: Indexer,
  method: M,
  params: Params<M>,
  deadline: number,
): Promise<IndexerAnswer<M>> {
  const upstream = upstreamOf(indexer)
  const { breaker } = upstream
  const decides = method === 'getIndexerSlot'
  try {
    await pastQueue(upstream)
    // Probes are rare, so hosts often close the idle connection in between, which is no failure.
    const call = { indexer, method, params, deadline, freshSocket: false, renews: true }
    const loaded = await attempt(upstream, call, null)
    if (decides) breaker.noteProbe(true)
    return loaded
  } catch (error) {
    if (decides && !(isRpcError(error) && isRefusal(error.failure))) breaker.noteProbe(false)
    throw error
  }
}

/** Failures do not open the breaker; a 429 pauses canaries only. @throws RpcError */
export async function callForCanary<M extends MethodName>(
  indexer: Indexer,
  method: M,
  params: Params<M>,
  deadline: number,
  canary: CanaryCall,
): Promise<void> {
  const upstream = upstreamOf(indexer)
  const { breaker } = upstream
  await pastQueue(upstream)
  const permit = breaker.state === 'half-open' && !breaker.onTrial ? breaker.begin() : null
  const call = { indexer, method, params, deadline, freshSocket: false, renews: true, canary }
  await attempt(upstream, call, permit)
}

async function pastQueue({ gate, pace, plan }: Upstream): Promise<void> {
  if (gate.remainingMs() === 0 && pace.waitMs() > 0) await sleep(pace.waitMs())
  gate.pass()
  pace.noteCall()
  plan?.charge()
}

async function inTurn<M extends MethodName>(
  upstream: Upstream,
  call: Call<M>,
  urgency: Urgency,
): Promise<IndexerAnswer<M>> {
  const { counts } = upstream
  const turn = await takeTurn(upstream, urgency, (failure) =>
    counts.call(call.method, isRefusal(failure) ? 'gated' : outcomeOf(failure)),
  )
  counts.queueWait.observe(turn.waitedMs / 1000)
  const searches = urgency.of === 'search'
  try {
    // `renews`: the only attempt of a search must not fail because of a closed idle connection.
    return await attempt(upstream, { ...call, searches, renews: searches }, turn.admitted)
  } finally {
    turn.leave()
  }
}

/** @param permit null: the breaker is not updated */
async function attempt<M extends MethodName>(
  upstream: Upstream,
  call: Call<M>,
  permit: BreakerPermit | null,
): Promise<IndexerAnswer<M>> {
  const { indexer, method, params, deadline, freshSocket, canary } = call
  const { renews = false, searches = false, spare = false } = call
  const { gate, breaker, admission, counts, recent, slotTold } = upstream
  const startedMs = clock().monotonic()
  const slotBefore = knownSlot(indexer)
  const requestedMs = clock().wall()
  const allowedMs = searches ? limits().searchMs : limits().attemptMs
  const leftMs = deadline - startedMs
  const deadlineMs = Math.max(1, Math.min(allowedMs, spare ? leftMs / 2 : leftMs))
  let verdict: CallVerdict = { kind: 'nothing' }
  let received: number | null = null
  let outcome: CallOutcome = 'ok'
  const asked = { indexer, method, params, canary: canary ?? null }
  try {
    const onHead = (status: number, fields: IncomingHttpHeaders) => {
      if (!canary || status !== 429) applyRateLimitHeaders(upstream, startedMs, status, fields)
    }
    const how = { deadlineMs, freshSocket, renews, onHead }
    const { result, bytes, dateMs } = await exchangeWith(indexer, method, params, how)
    received = bytes
    const message = integrityError(method, params, result)
    if (message) throw new RpcError(wrongRequestFailure(method, message))
    if (await endpointOf(indexer).isInResult(result)) {
      throw new RpcError({ kind: 'decode', method, path: 'result', message: OWN_ADDRESS })
    }
    verdict = { kind: 'answered' }
    gate.succeeded()
    counts.call(method, 'ok')
    const tookMs = clock().monotonic() - startedMs
    const few = tooFew(result, canary?.least ?? 0)
    recent.ended(method, { outcome: 'ok', trouble: few, tookMs, canary: isOwn(canary) })
    const [fetchedAt, fetchedMs] = [nowIso(), clock().monotonic()]
    const slot = slotOf(result)
    const slots = { own: slot, indexer: method === 'getIndexerSlot' ? null : slotTold }
    if (!searches) emitCallResult({ ...asked, tookMs, result, failure: null, few, slots })
    if (slot !== null && slotBefore !== null && slot < slotBefore) counts.slotRegressions++
    const isPreferred = preferredIndexer(indexer.network) === indexer
    noteSlot(indexer, result, { fetchedAt, fetchedMs }, isPreferred)
    noteBlockTimes(indexer.network.name, result)
    if (dateMs !== null) blockTimesOf(indexer.network.name).compareClocks(dateMs, requestedMs, clock().wall())
    return { result, bytes, fetchedAt, fetchedMs, tookMs }
  } catch (error) {
    if (!isRpcError(error)) throw error
    const { failure } = error
    // A slow search is no evidence about other calls, so it does not count for the breaker.
    const isSlowSearch = searches && failure.kind === 'network' && failure.reason === 'timeout'
    if (!isSlowSearch) verdict = verdictOn(failure, deadlineMs, clock().monotonic() - startedMs)
    const tookMs = clock().monotonic() - startedMs
    const least = toProblem(failure).code === 'not_found' ? (canary?.least ?? 0) : 0
    const few = tooFew(null, least)
    // A call past its deadline does not count as a failure.
    if (verdict.kind !== 'nothing') emitCallResult({ ...asked, tookMs, result: null, failure, few, slots: NO_SLOTS })
    if (canary && isRefusal(failure)) {
      outcome = 'canary_refused'
      counts.call(method, outcome)
      recent.ended(method, { outcome: 'http_429', trouble: failureText(failure), tookMs, canary: isOwn(canary) })
      throw error
    }
    outcome = outcomeOf(failure)
    const trouble = isTrouble(failure) ? failureText(failure) : few
    counts.call(method, outcome)
    recent.ended(method, { outcome, trouble, tookMs, canary: isOwn(canary) })
    if (isTrouble(failure)) logFailure(indexer.label, method, failure)
    throw closeGateOn429(upstream, error)
  } finally {
    const tookMs = clock().monotonic() - startedMs
    counts.exchanged(method, tookMs, received)
    logCall(indexer.label, method, outcome, tookMs, received)
    if (permit) breaker.end(permit, verdict)
    if (verdict.kind !== 'answered') admission.recheck()
  }
}

const NO_SLOTS: CallResult['slots'] = { own: null, indexer: null }

function isOwn(canary: CanaryCall | undefined): boolean {
  return canary !== undefined && canary.again === null && canary.least === 0
}

function tooFew(result: unknown, least: number): string | null {
  const { items = [] } = (result as { value?: { items?: unknown[] } } | null)?.value ?? {}
  if (items.length >= least) return null
  return `${formatCount(items.length, 'row')} where at least ${least} are expected.`
}

const OWN_ADDRESS = 'The response contains part of the indexer’s own URL, which may be a key.'

function isRefusal(failure: RpcFailure): boolean {
  return failure.kind === 'http' && failure.status === 429
}

function mayPassAt(failure: RpcFailure): boolean {
  if (failure.kind !== 'rpc') return isTransient(failure)
  return toProblem(failure).code === 'upstream_error' && failure.code !== RPC_CODES.methodNotFound
}

/** False for errors that count as answers: an unknown hash, a lag, a chunk to split. */
function isTrouble(failure: RpcFailure): boolean {
  return (
    failure.kind !== 'rpc' ||
    !(isTooBigError(failure) || /^(Record Not Found|Node is (behind|unhealthy))/.test(failure.message))
  )
}
