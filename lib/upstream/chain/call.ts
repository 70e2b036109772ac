import 'server-only'
import { z } from 'zod'
import { clock, sleep } from '../../platform/clock'
import { outgoingHeaders, startSpan } from '../../platform/trace/trace'
import { rpcError } from '../../protocol/rpc/envelope'
import { isRpcError, RpcError, type RpcFailure, type UpstreamError } from '../../protocol/rpc/failure'
import { stringifyJson } from '../../protocol/rpc/json'
import { heed } from '../../rpc-client/apply-rate-limits'
import type { CallVerdict, Passed } from '../../rpc-client/breaker'
import { limits } from '../../rpc-client/limits'
import { postRpc, type WholeReply } from '../../rpc-client/post-rpc'
import { refusalPause } from '../../rpc-client/retry-after'
import { retryPause } from '../../rpc-client/retry-budget'
import { Urgency } from '../../rpc-client/urgency'
import { readFrame, readRows } from '../indexer/answer/read'
import { AnswerScan } from '../indexer/answer/scan'
import { type CallOutcome, outcomeOf } from '../indexer/call-counts'
import { verdictOn } from '../indexer/call-verdict'
import { logCall, logFailure, logGate } from '../indexer/log'
import { NODE_ANSWERS } from './answers'
import type { ChainNode, NodeCall } from './node'
import type { NodeCounts, NodeMethod } from './node-counts'

/** The error by which a node says that it lags or is not ready, and those by which proxies before it limit. */
const NODE_BEHIND = -32005
const LIMIT_CODES = new Set([429, -32429])

/**
 * Asks one method of one node: bounded like calls to an indexer, at most two attempts before the deadline. The answer is
 * exact JSON (integers beyond 2^53 are bigint) within the budget of its method; of a block's transactions it is what
 * NODE_ANSWERS keeps.
 * @throws RpcError; `rpc` for an error that the node answered, with its code and no words of its own.
 */
export async function callNode(
  node: ChainNode,
  counts: NodeCounts,
  method: NodeMethod,
  params: readonly unknown[],
  call: NodeCall,
): Promise<unknown> {
  node.retries.called()
  try {
    return await inTurn(node, counts, method, params, call, false)
  } catch (error) {
    if (!isRpcError(error) || call.once || !mayPass(error.failure)) throw error
    const pause = retryPause(limits().retryPauseMs)
    if (call.deadline - clock().monotonic() - pause < limits().worthTryingMs || !node.retries.spend()) throw error
    await sleep(pause)
    return inTurn(node, counts, method, params, call, true).catch((second: unknown) => {
      throw isRpcError(second) && second.failure.kind === 'busy' ? error : second
    })
  }
}

/** Milliseconds of a wait that is worth a span. */
const WORTH_A_SPAN_MS = 1

async function inTurn(
  node: ChainNode,
  counts: NodeCounts,
  method: NodeMethod,
  params: readonly unknown[],
  call: NodeCall,
  freshSocket: boolean,
): Promise<unknown> {
  const { gate, breaker, admission } = node
  const check = () => {
    gate.pass()
    breaker.check()
  }
  const admit = () => {
    gate.pass()
    return breaker.begin()
  }
  try {
    check()
  } catch (error) {
    if (isRpcError(error)) counts.call(method, outcomeOf(error.failure))
    throw error
  }
  const waitingSince = clock().monotonic()
  const span = startSpan('wait for a turn')
  const turn = await admission.enter(new Urgency(call.by), { check, admit })
  if (clock().monotonic() - waitingSince >= WORTH_A_SPAN_MS) span?.end()
  try {
    return await attempt(node, counts, method, params, call.deadline, freshSocket, turn.admitted)
  } finally {
    turn.leave()
  }
}

async function attempt(
  node: ChainNode,
  counts: NodeCounts,
  method: NodeMethod,
  params: readonly unknown[],
  deadline: number,
  freshSocket: boolean,
  passed: Passed,
): Promise<unknown> {
  const { gate, breaker, admission, plan, endpoint, label } = node
  const startedMs = clock().monotonic()
  const deadlineMs = Math.max(1, Math.min(limits().attemptMs, deadline - startedMs))
  let verdict: CallVerdict = { kind: 'nothing' }
  let outcome: CallOutcome = 'ok'
  let received: number | null = null
  const span = startSpan('chain node', method, 'client')?.set('rpc.system', 'jsonrpc').set('rpc.method', method) ?? null
  span?.set('leafscan.chain_node', label).set('leafscan.retry', freshSocket)
  try {
    const body = stringifyJson({ jsonrpc: '2.0', id: ID, method, params })
    const { maxBytes, maxRows, ...budget } = NODE_ANSWERS[method]
    const scan = new AnswerScan(maxRows, budget)
    const reply = await postRpc(endpoint.target(method), body, {
      deadlineMs,
      freshSocket,
      maxBytes,
      inspect(part) {
        scan.feed(part)
        return scan.refusal === null
      },
      headers: outgoingHeaders(span),
      onHead: (status, headers) => heed(node, (pauseMs) => logGate(label, pauseMs), startedMs, status, headers),
    })
    received = reply.bytes
    const result = await resultOf(method, reply, scan)
    verdict = { kind: 'answered' }
    gate.succeeded()
    return result
  } catch (error) {
    if (!isRpcError(error)) throw error
    const { failure } = error
    outcome = outcomeOf(failure)
    verdict = isAnswer(failure) ? { kind: 'answered' } : verdictOn(failure, deadlineMs, clock().monotonic() - startedMs)
    if (!isAnswer(failure)) logFailure(label, method, failure)
    if (failure.kind !== 'http' || failure.status !== 429) throw error
    plan?.refused()
    const retryAfterMs = gate.close(failure.retryAfterMs)
    logGate(label, retryAfterMs)
    throw new RpcError({ ...failure, retryAfterMs })
  } finally {
    counts.call(method, outcome)
    logCall(label, method, outcome, clock().monotonic() - startedMs, received)
    span?.set('leafscan.outcome', outcome)
    if (received !== null) span?.set('http.response.body.size', received)
    if (outcome !== 'ok' && verdict.kind !== 'answered') span?.fail(outcome)
    span?.end()
    breaker.end(passed, verdict)
    if (verdict.kind !== 'answered') admission.recheck()
  }
}

const ID = 1

/** True for an error of the node that is its answer: it lags behind a slot, has cleaned a block up, knows no such thing. */
function isAnswer(failure: RpcFailure): boolean {
  return failure.kind === 'rpc' && failure.code <= -32001 && failure.code >= -32099 && failure.code !== NODE_BEHIND
}

/** True for failures that the next attempt may not meet. */
function mayPass(failure: RpcFailure): boolean {
  if (failure.kind === 'network') return failure.reason === 'unreachable' || failure.reason === 'timeout'
  return failure.kind === 'malformed' || (failure.kind === 'http' && failure.status >= 500)
}

/** The result of an answer, whatever it is. JSON-RPC 2.0. */
async function resultOf(method: NodeMethod, reply: WholeReply, scan: AnswerScan): Promise<unknown> {
  const isSuccess = reply.status >= 200 && reply.status <= 299
  const refusal = scan.end()
  const body = refusal ? undefined : unlessBroken(() => readFrame(reply.body, scan))
  const error = errorIn(body)
  if (error && LIMIT_CODES.has(error.code)) throw new RpcError(limited(reply))
  if (!isSuccess) {
    if (reply.status === 429) throw new RpcError(limited(reply))
    if (error) throw new RpcError({ kind: 'rpc', code: error.code, message: WORDS })
    throw new RpcError({ kind: 'http', status: reply.status, retryAfterMs: null, message: WORDS })
  }
  if (refusal && TOO_MUCH.has(refusal.why)) {
    throw new RpcError({ kind: 'decode', method, path: '', message: `The chain node’s response: ${refusal.why}.` })
  }
  if (body === undefined) throw new RpcError(NOT_JSON)
  if (error) throw new RpcError({ kind: 'rpc', code: error.code, message: WORDS })
  const read = z.object({ jsonrpc: z.literal('2.0'), id: z.literal(ID), result: z.unknown() }).safeParse(body)
  if (!read.success || read.data.result === undefined) {
    throw new RpcError({ kind: 'decode', method, path: 'result', message: 'The chain node’s response has no result.' })
  }
  const { result } = read.data
  const { path, row } = NODE_ANSWERS[method]
  const list = path.at(-1)
  if (row && list !== undefined && scan.places.list) {
    try {
      Reflect.set(result as object, list, await readRows(reply.body, scan, row))
    } catch (error) {
      throw error instanceof SyntaxError ? new RpcError(NOT_JSON) : error
    }
  }
  return result
}

const NOT_JSON: RpcFailure = { kind: 'malformed', message: 'The chain node’s response is not JSON.' }

/** Refusals of a scan that another attempt would meet again. */
const TOO_MUCH: ReadonlySet<string> = new Set(['nesting', 'rows', 'row', 'frame', 'number', 'twice'])

/** A node's own words are not passed on: they may hold its URL. */
const WORDS = 'The chain node returned an error.'

function limited({ headers }: WholeReply): RpcFailure {
  return { kind: 'http', status: 429, retryAfterMs: refusalPause(headers, clock().wall()), message: WORDS }
}

function unlessBroken(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function errorIn(body: unknown): UpstreamError | null {
  const read = z.object({ error: rpcError }).safeParse(body)
  return read.success ? read.data.error : null
}
