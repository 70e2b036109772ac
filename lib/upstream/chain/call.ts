import 'server-only'
import { clock } from '../../platform/clock'
import { isRpcError, RpcError, type RpcFailure } from '../../protocol/rpc/failure'
import { stringifyJson } from '../../protocol/rpc/json'
import { retryPause } from '../../rpc-client/backoff'
import type { BreakerPermit, CallVerdict } from '../../rpc-client/breaker'
import { refusalPause } from '../../rpc-client/limit-headers'
import { limits } from '../../rpc-client/limits'
import { postRpc, type ReplyWithBody } from '../../rpc-client/post-rpc'
import {
  isAnswerCode,
  NODE_BEHIND,
  NODE_REQUEST_ID,
  resultIn,
  SLOT_NOT_REACHED,
  statusFailure,
  wrongAnswerError,
} from '../../rpc-client/solana/answer'
import { Urgency } from '../../rpc-client/urgency'
import type { AnswerBudget } from '../indexer/answer/budget'
import { readFrame } from '../indexer/answer/read'
import { AnswerScan } from '../indexer/answer/scan'
import { type CallOutcome, outcomeOf } from '../indexer/call-counts'
import {
  applyRateLimitHeaders,
  atMostTwice,
  closeGateOn429,
  isTransient,
  logCall,
  logFailure,
  takeTurn,
  verdictOn,
} from '../indexer/guarded-call'
import type { ChainNode, NodeCall, NodeCounts, NodeMethod } from './node'

/* Limits of a chain node's answers, above what Solana allows (facts/light-events.md 2.1). Our choice. */

/** Enough for a transaction with logs, or a hundred metadata accounts. */
const MAX_BYTES = 8 * 1024 * 1024

/** Instructions with all accounts take 17,000 values, balances 6,000, the longest log 14,000. */
const TRANSACTION_VALUES = 65_536

const TRANSACTION = { path: [], rowValues: 0, frameValues: TRANSACTION_VALUES, frameBytes: MAX_BYTES }

const SCALAR: AnswerBudget = { ...TRANSACTION, frameValues: 256, frameBytes: 64 * 1024 }

const BUDGETS: Partial<Record<NodeMethod, AnswerBudget>> = {
  getTransaction: TRANSACTION,
  getMultipleAccounts: { ...TRANSACTION, frameValues: 4_096 },
  getTokenAccountsByOwner: TRANSACTION,
  getProgramAccounts: TRANSACTION,
}

/** Some 2,000 token accounts. */
const OPTIONAL_BYTES = 2 * 1024 * 1024

/** Methods that many nodes do not serve, or only to some plans: a refusal says nothing about the node. */
const OPTIONAL: ReadonlySet<NodeMethod> = new Set(['getBalance', 'getTokenAccountsByOwner', 'getProgramAccounts'])

/** The node refuses the method or its params, so that asking again is useless. */
export function isRefusal(failure: RpcFailure): boolean {
  if (failure.kind === 'http') return failure.status >= 400 && failure.status < 500 && failure.status !== 429
  return failure.kind === 'rpc' && failure.code !== NODE_BEHIND && failure.code !== SLOT_NOT_REACHED
}

/** At most two attempts. @throws RpcError; `rpc` for a node's error, with its code but not its message */
export function callNode(
  node: ChainNode,
  counts: NodeCounts,
  method: NodeMethod,
  params: readonly unknown[],
  { deadline, by, once = false }: NodeCall,
): Promise<unknown> {
  const pauseBefore = (failure: RpcFailure) =>
    once || !isTransient(failure) ? null : retryPause(limits().retryPauseMs)
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
  passed: BreakerPermit,
): Promise<unknown> {
  const { gate, breaker, admission, endpoint, label } = node
  const startedMs = clock().monotonic()
  const deadlineMs = Math.max(1, Math.min(limits().attemptMs, deadline - startedMs))
  let verdict: CallVerdict = { kind: 'nothing' }
  let outcome: CallOutcome = 'ok'
  let received: number | null = null
  try {
    const body = stringifyJson({ jsonrpc: '2.0', id: NODE_REQUEST_ID, method, params })
    const scan = new AnswerScan(0, BUDGETS[method] ?? SCALAR)
    const reply = await postRpc(endpoint.target(method), body, {
      deadlineMs,
      freshSocket,
      maxBytes: OPTIONAL.has(method) ? OPTIONAL_BYTES : MAX_BYTES,
      inspect(part) {
        scan.feed(part)
        return scan.refusal === null
      },
      onHead: (status, headers) => applyRateLimitHeaders(node, startedMs, status, headers),
    })
    received = reply.bytes
    const result = resultOf(method, reply, scan)
    verdict = { kind: 'answered' }
    gate.succeeded()
    node.failure = null
    return result
  } catch (error) {
    if (!isRpcError(error)) throw error
    const { failure } = error
    outcome = outcomeOf(failure)
    const isAnswered = isAnswer(failure) || (OPTIONAL.has(method) && isRefusal(failure))
    verdict = isAnswered ? { kind: 'answered' } : verdictOn(failure, deadlineMs, clock().monotonic() - startedMs)
    node.failure = isAnswered ? null : failure
    if (!isAnswered) logFailure(label, method, failure)
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

function resultOf(method: NodeMethod, reply: ReplyWithBody, scan: AnswerScan): unknown {
  const refusal = scan.end()
  const body = refusal ? null : frameOf(reply, scan)
  if (reply.status < 200 || reply.status > 299) throw new RpcError(statusFailure(reply, body))
  if (refusal && !NOT_READ.has(refusal.why)) throw wrongAnswerError(`too much in an answer: ${refusal.why}`, method, '')
  if (body === null) throw new RpcError({ kind: 'malformed', message: 'an answer that is cut or no JSON' })
  return resultIn(body, method, refusalPause(reply.headers, clock().wall()))
}

const NOT_READ: ReadonlySet<string> = new Set(['not-json', 'empty'])

function frameOf({ body }: ReplyWithBody, scan: AnswerScan): unknown {
  try {
    return readFrame(body, scan)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
