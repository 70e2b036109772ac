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

/** Milliseconds that all of several nodes have at a start to say which chain they are on. */
const FIRST_ANSWERS = 1200

/** Milliseconds after which a node on another chain is asked again which one it is on. */
const ASIDE = 30_000

/** Milliseconds that a node is left alone at most where nobody listens: a validator that is reset is soon back. */
const NOBODY_THERE = 5000

interface Node {
  address: NodeAddress
  /** From 1, as in LEDGER. */
  place: number
  failures: number
  /** Until then it is left alone. */
  restsUntil: number
  /** What it said last; null until it was asked. */
  genesisHash: string | null
  /** False where it has to say which chain it is on before it is asked anything else. */
  isKnown: boolean
  /** While it is asked for that, for all who wait for it. */
  introducing: Promise<void> | null
}

/** The nodes of one chain. */
export interface NodesOptions {
  /** http(s) URLs, in order of preference. Secret. */
  urls: string[]
  clock: Clock
  random: () => number
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
}

/** What is wanted of a result; throws a NodeProblem where it is something else. `refused`: answers that were before. */
export type ReadResult<T> = (result: unknown, refused: number) => T

/** One request, as one node is asked it. */
interface NodeRequest<T> {
  method: string
  params: unknown[]
  read(result: unknown): T
  optional: boolean
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
  /** Of the chain that is followed; nodes of another one are not asked. */
  private genesisHash: string | null = null
  private isReplaced = false
  /** The last time that the nodes were asked which chain they are on, unless one was not on this one. */
  private confirmation: { at: number; result: Promise<boolean> } | null = null

  constructor(private readonly options: NodesOptions) {
    this.nodes = options.urls.map((url, i) => ({
      address: nodeAddress(url),
      place: i + 1,
      failures: 0,
      restsUntil: 0,
      genesisHash: null,
      isKnown: false,
      introducing: null,
    }))
  }

  /**
   * What the chain begins with: its name among all chains, as most of several nodes have it that answer soon, and the first
   * of them where they disagree one to one. Asks until a node answers.
   */
  async genesis(signal: AbortSignal): Promise<string> {
    if (this.nodes.length > 1) this.genesisHash ??= mostFrequent(await this.firstAnswers(signal))
    // Asking anything makes the node introduce itself first.
    await this.ask('getGenesisHash', [], readHash, { signal })
    if (this.genesisHash === null) throw new Error('a node answered without a genesis hash')
    return this.genesisHash
  }

  /** What each of the nodes says at a start, in their order, without those that do not answer soon. */
  private async firstAnswers(signal: AbortSignal): Promise<string[]> {
    const { clock } = this.options
    const request = { method: 'getGenesisHash', params: [], timeout: FIRST_ANSWERS, clock, signal }
    const answers = await Promise.allSettled(
      this.nodes.map(async ({ address }) => readHash(await exchange(address, request))),
    )
    signal.throwIfAborted()
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

  /**
   * Asks the nodes again which chain they are on, unless that was done in the last `maxAge` milliseconds. True where all
   * that are asked are still on this one: what they have said of it before can be believed.
   */
  async confirm(maxAge: number): Promise<boolean> {
    const now = this.options.clock.monotonic()
    if (this.confirmation && now - this.confirmation.at < maxAge) return this.confirmation.result
    const confirmation = { at: now, result: this.confirmAll(now) }
    this.confirmation = confirmation
    const confirmed = await confirmation.result
    if (!confirmed && this.confirmation === confirmation) this.confirmation = null
    return confirmed
  }

  private async confirmAll(now: number): Promise<boolean> {
    const queried = this.nodes.filter((node) => node.restsUntil <= now)
    for (const node of queried) node.isKnown = false
    const confirmed = await Promise.all(queried.map((node) => this.confirmNode(node)))
    return confirmed.length > 0 && confirmed.every(Boolean)
  }

  /** Nodes of another chain, which are not asked. */
  get aside(): number {
    return this.nodes.filter((node) => this.hasLeft(node)).length
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
    { signal, attempt = 0, optional = false }: AskOptions,
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
        const answer = node && (await this.askNode(node, { method, params, read: counted, optional, signal }))
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
    { method, params, read, optional, signal }: NodeRequest<T>,
  ): Promise<{ result: T } | null> {
    const sentAt = this.options.clock.monotonic()
    try {
      const result = read(await this.exchange(node, method, params, signal))
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
    }
  }

  private async exchange(node: Node, method: string, params: unknown[], signal: AbortSignal): Promise<unknown> {
    if (!node.isKnown) await unlessAborted(this.introduced(node), signal)
    const timeout = method === 'getBlock' ? TIMEOUT.getBlock : TIMEOUT.other
    return exchange(node.address, { method, params, timeout, clock: this.options.clock, signal })
  }

  /** Once for all who ask it meanwhile. */
  private introduced(node: Node): Promise<void> {
    node.introducing ??= this.introduce(node).finally(() => {
      node.introducing = null
    })
    return node.introducing
  }

  /** A node of another chain would look like a fork without end: it is asked nothing else. */
  private async introduce(node: Node): Promise<void> {
    const { clock, signal = new AbortController().signal } = this.options
    const request = { method: 'getGenesisHash', params: [], timeout: TIMEOUT.other, clock, signal }
    const genesisHash = readHash(await exchange(node.address, request))
    this.genesisHash ??= genesisHash
    const hadLeft = this.hasLeft(node)
    node.genesisHash = genesisHash
    node.isKnown = genesisHash === this.genesisHash
    if (node.isKnown) {
      if (hadLeft) log('info', 'a node of LEDGER is on the chain again', { ledger_node: node.place })
      return
    }
    node.restsUntil = clock.monotonic() + ASIDE
    // The others say again whether they have left it too.
    for (const other of this.nodes) other.isKnown = false
    this.decide()
    if (!hadLeft && !this.isReplaced) {
      log('error', 'a node of LEDGER is on another chain and is not asked', { ledger_node: node.place })
    }
    throw new NodeProblem('another chain')
  }

  private async confirmNode(node: Node): Promise<boolean> {
    const sentAt = this.options.clock.monotonic()
    try {
      await this.introduced(node)
      return true
    } catch (error) {
      if (error instanceof NodeProblem || error instanceof NodeRefusal) this.failed(node, sentAt, error)
      return false
    }
  }

  private hasLeft({ genesisHash }: Node): boolean {
    return genesisHash !== null && genesisHash !== this.genesisHash
  }

  /** The chain was replaced where most nodes say the same other one, and none that answers is on this one. */
  private decide(): void {
    if (this.isReplaced || this.nodes.some((node) => node.genesisHash === this.genesisHash && node.failures === 0))
      return
    for (const { genesisHash } of this.nodes.filter((node) => this.hasLeft(node))) {
      const agreeing = this.nodes.filter((node) => node.genesisHash === genesisHash).length
      if (genesisHash === null || agreeing * 2 <= this.nodes.length) continue
      this.isReplaced = true
      this.options.onReplaced?.(genesisHash)
      return
    }
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
    const { retryAfter, limited, nobodyThere } =
      problem instanceof NodeProblem ? problem : { retryAfter: null, limited: false, nobodyThere: false }
    const longest = nobodyThere ? NOBODY_THERE : undefined
    node.restsUntil = now + (retryAfter ?? pauseAfter(node.failures, random, longest))
    if (limited) {
      this.atOnce = Math.max(1, Math.floor(this.atOnce / 2))
      this.calm = 0
    } else if (problem instanceof NodeProblem) {
      // It may come back with another chain.
      node.isKnown = false
    }
    this.decide()
    log('warn', 'a node of LEDGER does not answer as it should', {
      ledger_node: node.place,
      reason: problem.message,
      failures: node.failures,
      retry_after_ms: Math.round(node.restsUntil - now),
    })
  }
}

/** The first of those that stand there most often; null for none. */
function mostFrequent(texts: readonly string[]): string | null {
  const countOf = (text: string) => texts.filter((other) => other === text).length
  return texts.reduce<string | null>(
    (best, text) => (best !== null && countOf(best) >= countOf(text) ? best : text),
    null,
  )
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

/** A hash in base58. */
function readHash(result: unknown): string {
  const read = hash.safeParse(result)
  if (!read.success) throw new NodeProblem('an answer that is no hash')
  return read.data
}
