import { hash } from '@/lib/rpc/primitives'
import { type Clock, pause } from '../../../clock'
import { log } from '../../../log/log'
import { pauseAfter } from './backoff'
import { exchange, type NodeAddress, NodeProblem, NodeRefusal, nodeAddress } from './node'

/*
 * Several nodes of one chain as one: who is asked, who is left alone for a while, how many requests run at once. Nodes
 * have their place in LEDGER in the log, never their URL.
 */

/** Errors of getBlock that say something about the chain. All others say something about the node. facts/light-events.md 14. */
const ABOUT_THE_CHAIN = new Set([-32001, -32004, -32007, -32009, -32014])

/** Requests at once to begin with, and at most. Photon's figure. facts/light-events.md 14. */
const MAX_AT_ONCE = 20

/** Answers in a row after which one more request may run. */
const CALM = 50

/** Milliseconds that an exchange may take. A full block of a busy chain has some ten megabytes. */
const TIMEOUT = { getBlock: 20_000, other: 5000 }

interface Node {
  address: NodeAddress
  /** From 1, as in LEDGER. */
  place: number
  failures: number
  /** Until then it is left alone. */
  restsUntil: number
  /** Null until it was asked. */
  genesisHash: string | null
}

/** The nodes of one chain. */
export interface NodesOptions {
  /** http(s) URLs, in order of preference. Secret. */
  urls: string[]
  clock: Clock
  random: () => number
}

/** How a request to nodes ends, and where it begins. */
export interface AskOptions {
  signal: AbortSignal
  /** How often the same was asked before without a usable answer: each time another node begins. */
  attempt?: number
}

/** What is wanted of a result; throws a NodeProblem where it is something else. `refused`: answers that were before. */
export type ReadResult<T> = (result: unknown, refused: number) => T

/** Several nodes of one chain as if they were one: a node that fails rests, the next one is asked. */
export class Nodes {
  private readonly nodes: Node[]
  private readonly waiting: (() => void)[] = []
  private running = 0
  private atOnce = MAX_AT_ONCE
  private calm = 0
  /** Of the chain that is followed; nodes of another one are not asked. */
  private genesisHash: string | null = null

  constructor(private readonly options: NodesOptions) {
    this.nodes = options.urls.map((url, i) => ({
      address: nodeAddress(url),
      place: i + 1,
      failures: 0,
      restsUntil: 0,
      genesisHash: null,
    }))
  }

  /** What the chain begins with: its name among all chains. Asks until a node answers. */
  async genesis(signal: AbortSignal): Promise<string> {
    // Asking anything makes the node introduce itself first.
    await this.ask('getGenesisHash', [], readHash, { signal })
    if (this.genesisHash === null) throw new Error('a node answered without a genesis hash')
    return this.genesisHash
  }

  /**
   * Asks until a node answers with what `read` accepts.
   * @throws NodeRefusal for an error of getBlock that is about the chain; the signal's reason after an abort.
   */
  async ask<T>(
    method: string,
    params: unknown[],
    read: ReadResult<T>,
    { signal, attempt = 0 }: AskOptions,
  ): Promise<T> {
    // Time-outs and other failures of a node say nothing about what it would have answered.
    let refused = 0
    const counted = (result: unknown) => {
      try {
        return read(result, refused)
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
        const answer = node && (await this.askNode(node, method, params, counted, signal))
        if (answer) return answer.result
      } finally {
        this.running--
        this.waiting.shift()?.()
      }
    }
  }

  /** Null where the node failed. */
  private async askNode<T>(
    node: Node,
    method: string,
    params: unknown[],
    read: (result: unknown) => T,
    signal: AbortSignal,
  ): Promise<{ result: T } | null> {
    const sentAt = this.options.clock.monotonic()
    try {
      const result = read(await this.exchange(node, method, params, signal))
      this.answered(node)
      return { result }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof NodeRefusal && method === 'getBlock' && ABOUT_THE_CHAIN.has(error.code)) {
        this.answered(node)
        throw error
      }
      if (!(error instanceof NodeProblem || error instanceof NodeRefusal)) throw error
      this.failed(node, sentAt, error)
      return null
    }
  }

  private async exchange(node: Node, method: string, params: unknown[], signal: AbortSignal): Promise<unknown> {
    const { clock } = this.options
    if (node.genesisHash === null) {
      const request = { method: 'getGenesisHash', params: [], timeout: TIMEOUT.other, clock, signal }
      this.introduced(node, readHash(await exchange(node.address, request)))
    }
    const timeout = method === 'getBlock' ? TIMEOUT.getBlock : TIMEOUT.other
    return exchange(node.address, { method, params, timeout, clock, signal })
  }

  /** A node of another chain would look like a fork without end: it is never asked again. */
  private introduced(node: Node, genesisHash: string): void {
    this.genesisHash ??= genesisHash
    if (genesisHash === this.genesisHash) {
      node.genesisHash = genesisHash
      return
    }
    node.restsUntil = Number.POSITIVE_INFINITY
    log('error', 'a node of LEDGER is on another chain and is not asked', { ledger_node: node.place })
    throw new NodeProblem('another chain')
  }

  /** The first node that is not left alone, beginning with another one at every attempt. */
  private freeNode(attempt: number): Node | undefined {
    const now = this.options.clock.monotonic()
    const first = attempt % this.nodes.length
    return [...this.nodes.slice(first), ...this.nodes.slice(0, first)].find(({ restsUntil }) => restsUntil <= now)
  }

  /** Waits until some node is not left alone. */
  private async restOver(signal: AbortSignal): Promise<void> {
    const { clock } = this.options
    const rest = Math.min(...this.nodes.map(({ restsUntil }) => restsUntil)) - clock.monotonic()
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
    const { retryAfter, limited } = problem instanceof NodeProblem ? problem : { retryAfter: null, limited: false }
    node.restsUntil = now + (retryAfter ?? pauseAfter(node.failures, random))
    if (limited) {
      this.atOnce = Math.max(1, Math.floor(this.atOnce / 2))
      this.calm = 0
    }
    log('warn', 'a node of LEDGER does not answer as it should', {
      ledger_node: node.place,
      reason: problem.message,
      failures: node.failures,
      retry_after_ms: Math.round(node.restsUntil - now),
    })
  }
}

/** A hash in base58. */
function readHash(result: unknown): string {
  const read = hash.safeParse(result)
  if (!read.success) throw new NodeProblem('an answer that is no hash')
  return read.data
}
