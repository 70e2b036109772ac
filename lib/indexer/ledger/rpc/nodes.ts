import { type Clock, pause } from '../../../platform/clock'
import { log } from '../../../platform/log'
import { RPC_CODES } from '../../../protocol/rpc/envelope'
import { isRpcError, RpcError, type RpcFailure } from '../../../protocol/rpc/failure'
import { pauseAfter } from '../../../rpc-client/backoff'
import { HostPace } from '../../../rpc-client/host-pace'
import type { LimitHint } from '../../../rpc-client/limit-headers'
import { NODE_BEHIND } from '../../../rpc-client/solana/answer'
import { ChainIdentity, type LedgerNode, parseHash } from '../../../rpc-client/solana/chain-identity'
import { callNode, type MethodResult } from '../../../rpc-client/solana/node'
import { targetOf } from '../../../rpc-client/target'
import { SkimError } from '../skim/skim'
import { type ReadBlock, readBlock } from './read-block'

/* Logs name nodes by their position in LEDGER, never by URL. */

/** Errors of getBlock about the chain; all others are about the node. facts/light-events.md 14. */
const ABOUT_THE_CHAIN = new Set([-32001, -32004, -32007, -32009, -32014])

/** Errors of getBlock about all slots: the method is not served, the node lags. */
const ABOUT_THE_NODE: ReadonlySet<number> = new Set([RPC_CODES.methodNotFound, NODE_BEHIND])

const REFUSAL_LINE_INTERVAL_MS = 30_000

/** Concurrent requests, initially and at most: Photon's figure. facts/light-events.md 14. */
const MAX_AT_ONCE = 20

const ANSWERS_BEFORE_MORE = 50

/** After so many blocks in a row that could not be skimmed, a node's blocks are parsed in full. */
const SKIM_FAILURES = 3

/** A full block of a busy chain has some ten megabytes. */
const TIMEOUT_MS = { getBlock: 20_000, other: 5000 }

/** After a refused connection: a validator that is being reset is soon back. */
const MAX_REFUSED_REST_MS = 5000

export interface NodesOptions {
  /** http(s) URLs, in order of preference. Secret. */
  urls: string[]
  clock: Clock
  random: () => number
  readBlock?: ReadBlock
  signal?: AbortSignal
  onReplaced?: (genesisHash: string) => void
}

/** What a node returned instead of a result, never in the node's words. */
export interface NodeReply {
  /** Position in LEDGER. */
  node: number
  op: string
  reason: string
  isSilent: boolean
  isAnswer: boolean
}

export interface AskOptions {
  signal: AbortSignal
  /** Attempts before this one without a usable answer: each begins with another node. */
  attempt?: number
  /** A node that refuses the method still gets all other requests; if all nodes refuse, the caller gets the error. */
  optional?: boolean
  /** Of a block, only transactions that may mention this program are wanted. Base58. */
  mentioning?: string | undefined
  onReply?: ((reply: NodeReply) => void) | undefined
}

/** Throws an RpcError for an unexpected result. `refused`: answers refused before. `size`: characters parsed. */
export type ReadResult<T> = (result: unknown, refused: number, size: number) => T

interface NodeRequest<T> extends AskOptions {
  method: string
  params: unknown[]
  read(result: MethodResult): T
}

const OPTIONAL_TRIES = 2

/** HTTP statuses below 500 that are temporary: expired request, rate limit. */
const PASSING_STATUS = new Set([408, 429])

/**
 * Several nodes of one chain as one: a node that fails rests, and the next one gets the request. A node that was away, or whose
 * answers do not fit, identifies its chain again: one on another chain is set aside while others remain; if most have left and
 * none remains, the chain was replaced.
 */
export class NodePool {
  private readonly nodes: LedgerNode[]
  private readonly waiting: (() => void)[] = []
  private running = 0
  private atOnce = MAX_AT_ONCE
  private calm = 0
  private readonly which: ChainIdentity
  private readonly readBlock: ReadBlock

  constructor(private readonly options: NodesOptions) {
    this.readBlock = options.readBlock ?? readBlock
    this.nodes = options.urls.map((url, i) => ({
      address: targetOf(new URL(url)),
      place: i + 1,
      failures: 0,
      readWhole: 0,
      restsUntil: 0,
      saysRefusalsAt: 0,
      pace: new HostPace(() => options.clock.monotonic()),
      running: 0,
      genesisHash: null,
      isKnown: false,
      introducing: null,
    }))
    this.which = new ChainIdentity(this.nodes, { ...options, onFailed: (...args) => this.failed(...args) })
  }

  async genesis(options: AskOptions): Promise<string> {
    await this.which.begin(options.signal)
    // Any request makes the node identify itself first.
    await this.ask('getGenesisHash', [], parseHash, options)
    if (this.which.genesisHash === null) throw new Error('a node answered without a genesis hash')
    return this.which.genesisHash
  }

  /** Whether all nodes in use are still on this chain; no request if confirmed in the last `maxAge` milliseconds. */
  confirm(maxAge: number): Promise<boolean> {
    return this.which.confirm(maxAge)
  }

  get aside(): number {
    return this.which.aside
  }

  /** @throws RpcError for an error of getBlock about the chain, and if an optional answer is unavailable */
  async ask<T>(method: string, params: unknown[], read: ReadResult<T>, options: AskOptions): Promise<T> {
    const { signal, attempt = 0, optional } = options
    // Time-outs and other failures are not evidence about the answer.
    let refused = 0
    const counted = ({ result, size }: MethodResult) => {
      try {
        return read(result, refused, size)
      } catch (error) {
        refused++
        throw error
      }
    }
    const request = { ...options, method, params, read: counted }
    const refusing = new Set<LedgerNode>()
    let failure: RpcFailure | null = null
    let rejected = 0
    for (let tried = attempt; ; tried++) {
      // Every node answers, none with this block: the pause leaves them to other requests.
      if (method === 'getBlock' && rejected > 0 && rejected % this.nodes.length === 0) {
        await pause(pauseAfter(rejected / this.nodes.length, this.options.random), signal, this.options.clock)
      }
      await this.restOver(signal)
      await this.turn(signal)
      try {
        const node = this.freeNode(tried, refusing)
        const answer = node && (await this.askNode(node, request))
        if (answer && 'result' in answer) return answer.result
        failure = answer?.failure ?? failure
        if (answer && isAnswer(answer.failure)) rejected++
        if (node && answer?.refuses) refusing.add(node)
        const isLast = !node && refusing.size > 0
        if (optional && failure && (isLast || tried - attempt + 1 >= OPTIONAL_TRIES * this.nodes.length)) {
          throw new RpcError(failure)
        }
      } finally {
        this.running--
        this.waiting.shift()?.()
      }
    }
  }

  private async askNode<T>(
    node: LedgerNode,
    request: NodeRequest<T>,
  ): Promise<{ result: T } | { failure: RpcFailure; refuses: boolean }> {
    const { method, params, read, optional, onReply, signal } = request
    // A node identifies its chain before it answers anything else.
    let op = node.isKnown ? method : 'getGenesisHash'
    const sentAt = this.options.clock.monotonic()
    node.pace.noteCall()
    node.running++
    try {
      if (!node.isKnown) await unlessAborted(this.which.ensureKnown(node), signal)
      op = method
      const result = read(await this.exchange(node, request))
      this.answered(node)
      return { result }
    } catch (error) {
      signal.throwIfAborted()
      if (!isRpcError(error)) throw error
      const { failure } = error
      const reply = { node: node.place, op, reason: failure.message }
      onReply?.({ ...reply, isSilent: isSilent(failure), isAnswer: isAnswer(failure) })
      const isOfBlock = op === 'getBlock' && failure.kind === 'rpc'
      if (isOfBlock && ABOUT_THE_CHAIN.has(failure.code)) {
        this.answered(node)
        throw error
      }
      const refuses = optional === true && op === method && refusesMethod(failure)
      if (refuses) this.answered(node)
      else if (isOfBlock && !ABOUT_THE_NODE.has(failure.code)) this.refused(node, failure, params)
      else this.failed(node, sentAt, failure, op, params)
      return { failure, refuses }
    } finally {
      node.running--
    }
  }

  private async exchange<T>(
    node: LedgerNode,
    { method, params, mentioning, signal }: NodeRequest<T>,
  ): Promise<MethodResult> {
    const timeout = method === 'getBlock' ? TIMEOUT_MS.getBlock : TIMEOUT_MS.other
    const sentAt = this.options.clock.monotonic()
    const onLimit = (limit: LimitHint) => node.pace.note(limit, sentAt, false, node.running - 1)
    const request = { method, params, timeout, clock: this.options.clock, signal, onLimit }
    if (mentioning === undefined || node.readWhole >= SKIM_FAILURES) return callNode(node.address, request)
    try {
      const result = await callNode(node.address, {
        ...request,
        read: (address, json, signal) => this.readBlock({ node: address, json, program: mentioning }, signal),
      })
      node.readWhole = 0
      return result
    } catch (error) {
      if (!(error instanceof SkimError)) throw error
    }
    const result = await callNode(node.address, request)
    node.readWhole++
    if (node.readWhole === SKIM_FAILURES) {
      log('info', 'blocks of a node of LEDGER are parsed in full: their form is not understood otherwise', {
        ledger_node: node.place,
      })
    }
    return result
  }

  private freeNode(attempt: number, refusing: ReadonlySet<LedgerNode>): LedgerNode | undefined {
    const now = this.options.clock.monotonic()
    const first = attempt % this.nodes.length
    const inTurn = [...this.nodes.slice(first), ...this.nodes.slice(0, first)]
    return inTurn.find((node) => !refusing.has(node) && node.restsUntil <= now && node.pace.waitMs() === 0)
  }

  private async restOver(signal: AbortSignal): Promise<void> {
    const { clock } = this.options
    const now = clock.monotonic()
    const rest = Math.min(...this.nodes.map(({ restsUntil, pace }) => Math.max(restsUntil - now, pace.waitMs())))
    if (rest > 0) await pause(rest, signal, clock)
    signal.throwIfAborted()
  }

  private async turn(signal: AbortSignal): Promise<void> {
    while (this.running >= this.atOnce) {
      await new Promise<void>((resolve) => this.waiting.push(resolve))
      if (!signal.aborted) continue
      this.waiting.shift()?.()
      signal.throwIfAborted()
    }
    this.running++
  }

  private answered(node: LedgerNode): void {
    if (node.failures > 0) log('info', 'a node of LEDGER answers again', { ledger_node: node.place })
    node.failures = 0
    this.calm++
    if (this.calm < ANSWERS_BEFORE_MORE || this.atOnce === MAX_AT_ONCE) return
    this.calm = 0
    this.atOnce++
    this.waiting.shift()?.()
  }

  /** The node does not rest: it may have other slots. */
  private refused(node: LedgerNode, { message: reason }: RpcFailure, params: unknown[]): void {
    this.answered(node)
    const now = this.options.clock.monotonic()
    if (now < node.saysRefusalsAt) return
    node.saysRefusalsAt = now + REFUSAL_LINE_INTERVAL_MS
    log('warn', 'a node of LEDGER refuses a block', { ...placeOf(node, 'getBlock', params), reason })
  }

  /** Parallel requests that fail together count as one failure. */
  private failed(node: LedgerNode, sentAt: number, failure: RpcFailure, op: string, params: unknown[] = []): void {
    const { clock, random } = this.options
    const now = clock.monotonic()
    if (sentAt < node.restsUntil) return
    node.failures++
    const retryAfter = failure.kind === 'http' ? failure.retryAfterMs : null
    const isRefused = failure.kind === 'network' && failure.cause === 'refused'
    const longest = isRefused ? MAX_REFUSED_REST_MS : undefined
    node.restsUntil = now + (retryAfter ?? pauseAfter(node.failures, random, longest))
    if (isLimit(failure)) {
      node.pace.note(null, sentAt, true)
      this.atOnce = Math.max(1, Math.floor(this.atOnce / 2))
      this.calm = 0
    } else if (failure.kind !== 'rpc') {
      node.isKnown = false
    }
    this.which.decide()
    log('warn', 'a node of LEDGER does not answer as it should', {
      ...placeOf(node, op, params),
      reason: failure.message,
      failures: node.failures,
      retry_after_ms: Math.round(node.restsUntil - now),
    })
  }
}

function isLimit(failure: RpcFailure): boolean {
  return failure.kind === 'http' && failure.status === 429
}

function isSilent(failure: RpcFailure): boolean {
  return failure.kind === 'network' && failure.cause !== 'proxy'
}

function isAnswer(failure: RpcFailure): boolean {
  return !isSilent(failure) && !isLimit(failure)
}

/** Whether the node does not serve the method, by error or status. After temporary failures it rests as usual. */
function refusesMethod(failure: RpcFailure): boolean {
  if (failure.kind !== 'http') return failure.kind === 'rpc'
  const { status } = failure
  return status >= 300 && (status < 500 || status === 501) && !PASSING_STATUS.has(status)
}

/** The slot is the first parameter of getBlock and getBlocks. */
function placeOf({ place }: LedgerNode, op: string, [slot]: unknown[]): Record<string, string | number> {
  return { ledger_node: place, op, ...(op.startsWith('getBlock') && typeof slot === 'number' && { slot }) }
}

/** Rejects with the signal's reason on abort; does not cancel the work. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
