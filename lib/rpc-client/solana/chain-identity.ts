import { hash } from '@/lib/protocol/rpc/primitives'
import type { Clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { isRpcError, type RpcFailure } from '../../protocol/rpc/failure'
import type { HostPace } from '../host-pace'
import type { Target } from '../target'
import { wrongAnswer } from './answer'
import { exchange } from './node'

/*
 * Which chain each of several nodes is on. They have their place in LEDGER in the log, never their URL.
 */

const METHOD = 'getGenesisHash'

/** Milliseconds in which a node says it, and in which all of several nodes do at a start. */
const ANSWERS_WITHIN = 5000
const FIRST_ANSWERS = 1200

/** Milliseconds after which a node on another chain is asked again which one it is on. */
const ASIDE = 30_000

/** A node of LEDGER, and what is known of it. */
export interface Node {
  /** Secret. */
  address: Target
  /** From 1, as in LEDGER. */
  place: number
  failures: number
  /** Its last blocks in a row that could only be read whole. */
  readWhole: number
  /** Until then it is left alone. */
  restsUntil: number
  /** When it may next be said that it refuses blocks. */
  saysRefusalsAt: number
  /** How quickly it may be asked by its own word. */
  pace: HostPace
  /** Requests to it under way. */
  running: number
  /** What it said last; null until it was asked. */
  genesisHash: string | null
  /** False where it has to say which chain it is on before it is asked anything else. */
  isKnown: boolean
  /** While it is asked for that, for all who wait for it. */
  introducing: Promise<void> | null
}

/** Nodes, and who learns of them. */
interface WhichChainOptions {
  clock: Clock
  /** Ends what is asked for all. */
  signal?: AbortSignal
  /** Called once, where the nodes are on another chain than they were, with its genesis hash. */
  onReplaced?: (genesisHash: string) => void
  /** A node did not say which chain it is on. */
  onFailed(node: Node, sentAt: number, failure: RpcFailure, method: string): void
}

/**
 * Whether the nodes are on one chain. One that has left it is set aside while others are still on it; where most of them have
 * left and nobody is on it, the chain was replaced.
 */
export class WhichChain {
  /** Of the chain that is followed; nodes of another one are not asked. Null until a node has said it. */
  genesisHash: string | null = null
  private isReplaced = false
  /** The last time that the nodes were asked which chain they are on, unless one was not on this one. */
  private confirmation: { at: number; result: Promise<boolean> } | null = null

  constructor(
    private readonly nodes: readonly Node[],
    private readonly options: WhichChainOptions,
  ) {}

  /** Takes the chain that most of several nodes are on that answer soon, the first of them where they disagree one to one. */
  async begin(signal: AbortSignal): Promise<void> {
    if (this.nodes.length > 1) this.genesisHash ??= mostFrequent(await this.firstAnswers(signal))
  }

  /** What each of the nodes says at a start, in their order, without those that do not answer soon. */
  private async firstAnswers(signal: AbortSignal): Promise<string[]> {
    const answers = await Promise.allSettled(this.nodes.map((node) => this.hashOf(node, FIRST_ANSWERS, signal)))
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
   * Has a node say which chain it is on, once for all who ask it meanwhile.
   * @throws RpcError where it is on another one, and like any request.
   */
  introduced(node: Node): Promise<void> {
    node.introducing ??= this.introduce(node).finally(() => {
      node.introducing = null
    })
    return node.introducing
  }

  /** A node of another chain would look like a fork without end: it is asked nothing else. */
  private async introduce(node: Node): Promise<void> {
    const { clock, signal = new AbortController().signal } = this.options
    const genesisHash = await this.hashOf(node, ANSWERS_WITHIN, signal)
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
    throw wrongAnswer('another chain', METHOD)
  }

  private async hashOf({ address }: Node, timeout: number, signal: AbortSignal): Promise<string> {
    const request = { method: METHOD, params: [], timeout, clock: this.options.clock, signal }
    return readHash((await exchange(address, request)).result)
  }

  private async confirmNode(node: Node): Promise<boolean> {
    const sentAt = this.options.clock.monotonic()
    try {
      await this.introduced(node)
      return true
    } catch (error) {
      if (isRpcError(error)) this.options.onFailed(node, sentAt, error.failure, METHOD)
      return false
    }
  }

  private hasLeft({ genesisHash }: Node): boolean {
    return genesisHash !== null && genesisHash !== this.genesisHash
  }

  /** The chain was replaced where most nodes say the same other one, and none that answers is on this one. */
  decide(): void {
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
}

/** The first of those that stand there most often; null for none. */
function mostFrequent(texts: readonly string[]): string | null {
  const countOf = (text: string) => texts.filter((other) => other === text).length
  return texts.reduce<string | null>(
    (best, text) => (best !== null && countOf(best) >= countOf(text) ? best : text),
    null,
  )
}

/** A hash in base58. @throws RpcError for something else. */
export function readHash(result: unknown): string {
  const read = hash.safeParse(result)
  if (!read.success) throw wrongAnswer('an answer that is no hash', METHOD)
  return read.data
}
