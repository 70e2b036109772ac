import { hash } from '@/lib/protocol/rpc/primitives'
import type { Clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { isRpcError, type RpcFailure } from '../../protocol/rpc/failure'
import type { HostPace } from '../host-pace'
import type { Target } from '../target'
import { wrongAnswer } from './answer'
import { exchange } from './node'

const METHOD = 'getGenesisHash'

/** Milliseconds for one node's answer, and for all nodes' at a start. */
const ANSWERS_WITHIN = 5000
const FIRST_ANSWERS = 1200

const ASIDE = 30_000

export interface Node {
  /** Secret. */
  address: Target
  /** From 1, as in LEDGER. Logs use it in place of the URL. */
  place: number
  failures: number
  readWhole: number
  restsUntil: number
  saysRefusalsAt: number
  pace: HostPace
  running: number
  genesisHash: string | null
  /** False: its chain must be checked before any other request. */
  isKnown: boolean
  introducing: Promise<void> | null
}

interface WhichChainOptions {
  clock: Clock
  signal?: AbortSignal
  onReplaced?: (genesisHash: string) => void
  onFailed(node: Node, sentAt: number, failure: RpcFailure, method: string): void
}

/** Sets aside a node that left the chain, which counts as replaced once most nodes left it and none is on it. */
export class WhichChain {
  genesisHash: string | null = null
  private isReplaced = false
  private confirmation: { at: number; result: Promise<boolean> } | null = null

  constructor(
    private readonly nodes: readonly Node[],
    private readonly options: WhichChainOptions,
  ) {}

  async begin(signal: AbortSignal): Promise<void> {
    if (this.nodes.length > 1) this.genesisHash ??= mostFrequent(await this.firstAnswers(signal))
  }

  private async firstAnswers(signal: AbortSignal): Promise<string[]> {
    const answers = await Promise.allSettled(this.nodes.map((node) => this.hashOf(node, FIRST_ANSWERS, signal)))
    signal.throwIfAborted()
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

  /** Rechecks all nodes that are not resting, unless done in the last `maxAge` milliseconds. */
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

  get aside(): number {
    return this.nodes.filter((node) => this.hasLeft(node)).length
  }

  /** Once for all concurrent callers. @throws RpcError where it is on another chain, or the request fails */
  introduced(node: Node): Promise<void> {
    node.introducing ??= this.introduce(node).finally(() => {
      node.introducing = null
    })
    return node.introducing
  }

  /** A node of another chain would look like an endless fork. */
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

function mostFrequent(texts: readonly string[]): string | null {
  const countOf = (text: string) => texts.filter((other) => other === text).length
  return texts.reduce<string | null>(
    (best, text) => (best !== null && countOf(best) >= countOf(text) ? best : text),
    null,
  )
}

export function readHash(result: unknown): string {
  const read = hash.safeParse(result)
  if (!read.success) throw wrongAnswer('an answer that is no hash', METHOD)
  return read.data
}
