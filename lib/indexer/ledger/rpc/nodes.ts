import { type Clock, pause } from '../../../clock'
import { log } from '../../../log/log'
import { HostPace } from '../../../rate-limits/host-pace'
import type { LimitHint } from '../../../rate-limits/limit-headers'
import { SkimError } from '../skim/skim'
import { pauseAfter } from './backoff'
import { exchange, type MethodResult, NodeRefusal, nodeAddress } from './node'
import { NodeProblem } from './read-answer'
import { type ReadBlock, readBlock } from './read-block'
import { type Node, readHash, WhichChain } from './which-chain'

/*
 * Several nodes of one chain as one: who is asked, who is left alone for a while, how many requests run at once. Nodes
 * have their place in LEDGER in the log, never their URL.
 */

/** Errors of getBlock that say something about the chain. All others say something about the node. facts/light-events.md 14. */
const ABOUT_THE_CHAIN = new Set([-32001, -32004, -32007, -32009, -32014])

/** Codes by which hosts say beside HTTP 200 that too much is asked of them. facts/photon-wire.md 11. */
const TOO_MUCH = new Set([429, -32429])

/** Requests at once to begin with, and at most. Photon's figure. facts/light-events.md 14. */
const MAX_AT_ONCE = 20

/** Answers in a row after which one more request may run. */
const CALM = 50

/** Blocks of a node in a row that had to be asked for twice, after which they are read whole at once. */
const READ_WHOLE = 3

/** Milliseconds that an exchange may take. A full block of a busy chain has some ten megabytes. */
const TIMEOUT = { getBlock: 20_000, other: 5000 }

/** Milliseconds that a node is left alone at most where nobody listens: a validator that is reset is soon back. */
const NOBODY_THERE = 5000

/** The nodes of one chain. */
export interface NodesOptions {
  /** http(s) URLs, in order of preference. Secret. */
  urls: string[]
  clock: Clock
  random: () => number
  /** How blocks are read of which not all is wanted: in this thread unless it is given. */
  readBlock?: ReadBlock
  /** Ends what is asked for all. */
  signal?: AbortSignal
  /** Called once, where the nodes are on another chain than they were, with its genesis hash. */
  onReplaced?: (genesisHash: string) => void
}

/** How a request to nodes ends, and where it begins. */
export interface AskOptions {
  signal: AbortSignal
  /** How often the same was asked before without a usable answer: each time another node begins. */
  attempt?: number
  /** True where ingestion does without the answer: an error of the method is the caller's, and the node is asked on. */
  optional?: boolean
  /** A program, where only transactions that may mention it are wanted of a block. Base58. */
  mentioning?: string | undefined
}

/**
 * What is wanted of a result; throws a NodeProblem where it is something else. `refused`: answers that were before. `size`:
 * characters that were parsed for it.
 */
export type ReadResult<T> = (result: unknown, refused: number, size: number) => T

/** One request, as one node is asked it. */
interface NodeRequest<T> {
  method: string
  params: unknown[]
  read(result: MethodResult): T
  optional: boolean
  mentioning: string | undefined
  signal: AbortSignal
}

/**
 * Several nodes of one chain as if they were one: a node that fails rests, the next one is asked. A node that was away, or
 * whose answers do not fit, says again which chain it is on: one that has left the chain is set aside while others are
 * still on it; where most of them have left and nobody is on it, the chain was replaced.
 */
export class Nodes {
  private readonly nodes: Node[]
  private readonly waiting: (() => void)[] = []
  private running = 0
  private atOnce = MAX_AT_ONCE
  private calm = 0
  private readonly which: WhichChain
  private readonly readBlock: ReadBlock

  constructor(private readonly options: NodesOptions) {
    this.readBlock = options.readBlock ?? readBlock
    this.nodes = options.urls.map((url, i) => ({
      address: nodeAddress(url),
      place: i + 1,
      failures: 0,
      readWhole: 0,
      restsUntil: 0,
      pace: new HostPace(() => options.clock.monotonic()),
      running: 0,
      genesisHash: null,
      isKnown: false,
      introducing: null,
    }))
    this.which = new WhichChain(this.nodes, { ...options, onFailed: (...args) => this.failed(...args) })
  }

  /** What the chain begins with: its name among all chains. Asks until a node answers. */
  async genesis(signal: AbortSignal): Promise<string> {
    await this.which.begin(signal)
    // Asking anything makes the node introduce itself first.
    await this.ask('getGenesisHash', [], readHash, { signal })
    if (this.which.genesisHash === null) throw new Error('a node answered without a genesis hash')
    return this.which.genesisHash
  }

  /** True where all nodes that are asked are still on this chain; asked in the last `maxAge` milliseconds, not again. */
  confirm(maxAge: number): Promise<boolean> {
    return this.which.confirm(maxAge)
  }

  /** Nodes of another chain, which are not asked. */
  get aside(): number {
    return this.which.aside
  }

  /**
   * Asks until a node answers with what `read` accepts.
   * @throws NodeRefusal for an error of getBlock that is about the chain, or any error where the answer is optional; the
   *   signal's reason after an abort.
   */
  async ask<T>(
    method: string,
    params: unknown[],
    read: ReadResult<T>,
    { signal, attempt = 0, optional = false, mentioning }: AskOptions,
  ): Promise<T> {
    // Time-outs and other failures of a node say nothing about what it would have answered.
    let refused = 0
    const counted = ({ result, size }: MethodResult) => {
      try {
        return read(result, refused, size)
      } catch (error) {
        refused++
        throw error
      }
    }
    for (let tried = attempt; ; tried++) {
      await this.restOver(signal)
      await this.turn(signal)
      try {
        const node = this.freeNode(tried)
        const answer =
          node && (await this.askNode(node, { method, params, read: counted, optional, mentioning, signal }))
        if (answer) return answer.result
      } finally {
        this.running--
        this.waiting.shift()?.()
      }
    }
  }

  /** Null where the node failed. */
  private async askNode<T>(node: Node, request: NodeRequest<T>): Promise<{ result: T } | null> {
    const { method, read, optional, signal } = request
    const sentAt = this.options.clock.monotonic()
    node.pace.took()
    node.running++
    try {
      const result = read(await this.exchange(node, request))
      this.answered(node)
      return { result }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof NodeRefusal && (optional || (method === 'getBlock' && ABOUT_THE_CHAIN.has(error.code)))) {
        this.answered(node)
        throw error
      }
      if (!(error instanceof NodeProblem || error instanceof NodeRefusal)) throw error
      this.failed(node, sentAt, error)
      return null
    } finally {
      node.running--
    }
  }

  private async exchange<T>(
    node: Node,
    { method, params, mentioning, signal }: Omit<NodeRequest<T>, 'read' | 'optional'>,
  ): Promise<MethodResult> {
    if (!node.isKnown) await unlessAborted(this.which.introduced(node), signal)
    const timeout = method === 'getBlock' ? TIMEOUT.getBlock : TIMEOUT.other
    const sentAt = this.options.clock.monotonic()
    const onLimit = (limit: LimitHint) => node.pace.note(limit, sentAt, false, node.running - 1)
    const request = { method, params, timeout, clock: this.options.clock, signal, onLimit }
    if (mentioning === undefined || node.readWhole >= READ_WHOLE) return exchange(node.address, request)
    try {
      const result = await exchange(node.address, {
        ...request,
        read: (address, json, signal) => this.readBlock({ node: address, json, program: mentioning }, signal),
      })
      node.readWhole = 0
      return result
    } catch (error) {
      if (!(error instanceof SkimError)) throw error
    }
    const result = await exchange(node.address, request)
    node.readWhole++
    if (node.readWhole === READ_WHOLE) {
      log('info', 'blocks of a node of LEDGER are parsed in full: their form is not understood otherwise', {
        ledger_node: node.place,
      })
    }
    return result
  }

  /** The first node that is not left alone, beginning with another one at every attempt. */
  private freeNode(attempt: number): Node | undefined {
    const now = this.options.clock.monotonic()
    const first = attempt % this.nodes.length
    const inTurn = [...this.nodes.slice(first), ...this.nodes.slice(0, first)]
    return inTurn.find(({ restsUntil, pace }) => restsUntil <= now && pace.waitMs() === 0)
  }

  /** Waits until some node is not left alone. */
  private async restOver(signal: AbortSignal): Promise<void> {
    const { clock } = this.options
    const now = clock.monotonic()
    const rest = Math.min(...this.nodes.map(({ restsUntil, pace }) => Math.max(restsUntil - now, pace.waitMs())))
    if (rest > 0) await pause(rest, signal, clock)
    signal.throwIfAborted()
  }

  /** Waits for one of the places that may run at once; those who wait come in the order of their asking. */
  private async turn(signal: AbortSignal): Promise<void> {
    while (this.running >= this.atOnce) {
      await new Promise<void>((resolve) => this.waiting.push(resolve))
      if (!signal.aborted) continue
      this.waiting.shift()?.()
      signal.throwIfAborted()
    }
    this.running++
  }

  private answered(node: Node): void {
    if (node.failures > 0) log('info', 'a node of LEDGER answers again', { ledger_node: node.place })
    node.failures = 0
    this.calm++
    if (this.calm < CALM || this.atOnce === MAX_AT_ONCE) return
    this.calm = 0
    this.atOnce++
    this.waiting.shift()?.()
  }

  /** Requests that ran side by side and failed together are one failure. */
  private failed(node: Node, sentAt: number, problem: NodeProblem | NodeRefusal): void {
    const { clock, random } = this.options
    const now = clock.monotonic()
    if (sentAt < node.restsUntil) return
    node.failures++
    const { retryAfter, limited, nobodyThere } =
      problem instanceof NodeProblem
        ? problem
        : { retryAfter: null, limited: TOO_MUCH.has(problem.code), nobodyThere: false }
    const longest = nobodyThere ? NOBODY_THERE : undefined
    node.restsUntil = now + (retryAfter ?? pauseAfter(node.failures, random, longest))
    if (limited) {
      node.pace.note(null, sentAt, true)
      this.atOnce = Math.max(1, Math.floor(this.atOnce / 2))
      this.calm = 0
    } else if (problem instanceof NodeProblem) {
      // It may come back with another chain.
      node.isKnown = false
    }
    this.which.decide()
    log('warn', 'a node of LEDGER does not answer as it should', {
      ledger_node: node.place,
      reason: problem.message,
      failures: node.failures,
      retry_after_ms: Math.round(node.restsUntil - now),
    })
  }
}

/** What it comes to; the signal's reason as soon as it aborts. What it stands for goes on. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
