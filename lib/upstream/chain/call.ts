import 'server-only'
import { clock } from '../../platform/clock'
import { isRpcError, RpcError, type RpcFailure } from '../../protocol/rpc/failure'
import { stringifyJson } from '../../protocol/rpc/json'
import { retryPause } from '../../rpc-client/backoff'
import type { CallVerdict, Passed } from '../../rpc-client/breaker'
import { limits } from '../../rpc-client/limits'
import { postRpc, type WholeReply } from '../../rpc-client/post-rpc'
import { refusalPause } from '../../rpc-client/retry-after'
import { ID, isAnswerCode, resultIn, statusFailure, wrongAnswer } from '../../rpc-client/solana/answer'
import { Urgency } from '../../rpc-client/urgency'
import { readFrame, readRows } from '../indexer/answer/read'
import { AnswerScan } from '../indexer/answer/scan'
import { type CallOutcome, outcomeOf } from '../indexer/call-counts'
import { verdictOn } from '../indexer/call-verdict'
import { applyRateLimitHeaders, atMostTwice, closeGateOn429, mayPass, takeTurn } from '../indexer/guarded-call'
import { logCall, logFailure } from '../indexer/log'
import { NODE_ANSWERS } from './answers'
import type { ChainNode, NodeCall } from './node'
import type { NodeCounts, NodeMethod } from './node-counts'

/**
 * Same guards as an indexer, at most two attempts. Integers beyond 2^53 are bigint; a block is reduced as in NODE_ANSWERS.
 * @throws RpcError; `rpc` for a node's error, with its code but not its message
 */
export function callNode(
  node: ChainNode,
  counts: NodeCounts,
  method: NodeMethod,
  params: readonly unknown[],
  { deadline, by, once = false }: NodeCall,
): Promise<unknown> {
  const pauseBefore = (failure: RpcFailure) => (once || !mayPass(failure) ? null : retryPause(limits().retryPauseMs))
  return atMostTwice(node, deadline, pauseBefore, async (again) => {
    const turn = await takeTurn(node, new Urgency(by), (failure) => counts.call(method, outcomeOf(failure)))
    try {
      return await attempt(node, counts, method, params, deadline, again, turn.admitted)
    } finally {
      turn.leave()
    }
  })
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
  const { gate, breaker, admission, endpoint, label } = node
  const startedMs = clock().monotonic()
  const deadlineMs = Math.max(1, Math.min(limits().attemptMs, deadline - startedMs))
  let verdict: CallVerdict = { kind: 'nothing' }
  let outcome: CallOutcome = 'ok'
  let received: number | null = null
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
      onHead: (status, headers) => applyRateLimitHeaders(node, startedMs, status, headers),
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
    throw closeGateOn429(node, error)
  } finally {
    counts.call(method, outcome)
    logCall(label, method, outcome, clock().monotonic() - startedMs, received)
    breaker.end(passed, verdict)
    if (verdict.kind !== 'answered') admission.recheck()
  }
}

function isAnswer(failure: RpcFailure): boolean {
  return failure.kind === 'rpc' && isAnswerCode(failure.code)
}

async function resultOf(method: NodeMethod, reply: WholeReply, scan: AnswerScan): Promise<unknown> {
  const refusal = scan.end()
  const body = refusal ? null : unlessBroken(() => readFrame(reply.body, scan))
  if (reply.status < 200 || reply.status > 299) throw new RpcError(statusFailure(reply, body))
  if (refusal && TOO_MUCH.has(refusal.why)) throw wrongAnswer(`too much in an answer: ${refusal.why}`, method, '')
  if (body === null) throw new RpcError(NOT_JSON)
  const result = resultIn(body, method, refusalPause(reply.headers, clock().wall()))
  const { path, row } = NODE_ANSWERS[method]
  const list = path.at(-1)
  if (row && list !== undefined && scan.places.list) {
    const rows = await readRows(reply.body, scan, row).catch((error: unknown) => {
      throw error instanceof SyntaxError ? new RpcError(NOT_JSON) : error
    })
    Reflect.set(result as object, list, rows)
  }
  return result
}

const NOT_JSON: RpcFailure = { kind: 'malformed', message: 'an answer that is cut or no JSON' }

const TOO_MUCH: ReadonlySet<string> = new Set(['nesting', 'rows', 'row', 'frame', 'number', 'twice'])

function unlessBroken(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
