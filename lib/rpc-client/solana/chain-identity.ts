import { hash } from '@/lib/protocol/rpc/primitives'
import type { Clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { isRpcError, type RpcFailure } from '../../protocol/rpc/failure'
import type { HostPace } from '../host-pace'
import type { Target } from '../target'
import { wrongAnswerError } from './answer'
import { callNode } from './node'

const METHOD = 'getGenesisHash'

/** Timeouts for one node later, and for all nodes at start. */
const ANSWER_TIMEOUT_MS = 5000
const FIRST_ANSWERS_TIMEOUT_MS = 1200

const ASIDE = 30_000

export interface LedgerNode {
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
  /** False: the node's chain must be checked before any other request. */
  isKnown: boolean
  introducing: Promise<void> | null
}

interface ChainIdentityOptions {
  clock: Clock
  signal?: AbortSignal
  onReplaced?: (genesisHash: string) => void
  onFailed(node: LedgerNode, sentAt: number, failure: RpcFailure, method: string): void
}

/** Excludes nodes that left the chain. The chain counts as replaced once most nodes left and none is still on it. */
export class ChainIdentity {
  genesisHash: string | null = null
  private isReplaced = false
  private confirmation: { at: number; result: Promise<boolean> } | null = null

  constructor(
    private readonly nodes: readonly LedgerNode[],
    private readonly options: ChainIdentityOptions,
  ) {}

  async begin(signal: AbortSignal): Promise<void> {
    if (this.nodes.length > 1) this.genesisHash ??= mostFrequent(await this.firstAnswers(signal))
  }

  private async firstAnswers(signal: AbortSignal): Promise<string[]> {
    const answers = await Promise.allSettled(
      this.nodes.map((node) => this.hashOf(node, FIRST_ANSWERS_TIMEOUT_MS, signal)),
    )
    signal.throwIfAborted()
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  }

  /** Rechecks all nodes that are not resting; reuses a result up to `maxAge` milliseconds old. */
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

  /** Concurrent callers share one check. @throws RpcError if the node is on another chain, or the request fails */
  ensureKnown(node: LedgerNode): Promise<void> {
    node.introducing ??= this.checkChain(node).finally(() => {
      node.introducing = null
    })
    return node.introducing
  }

  /** Without this check, a node of another chain would look like an endless fork. */
  private async checkChain(node: LedgerNode): Promise<void> {
    const { clock, signal = new AbortController().signal } = this.options
    const genesisHash = await this.hashOf(node, ANSWER_TIMEOUT_MS, signal)
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
    throw wrongAnswerError('another chain', METHOD)
  }

  private async hashOf({ address }: LedgerNode, timeout: number, signal: AbortSignal): Promise<string> {
    const request = { method: METHOD, params: [], timeout, clock: this.options.clock, signal }
    return parseHash((await callNode(address, request)).result)
  }

  private async confirmNode(node: LedgerNode): Promise<boolean> {
    const sentAt = this.options.clock.monotonic()
    try {
      await this.ensureKnown(node)
      return true
    } catch (error) {
      if (isRpcError(error)) this.options.onFailed(node, sentAt, error.failure, METHOD)
      return false
    }
  }

  private hasLeft({ genesisHash }: LedgerNode): boolean {
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

export function parseHash(result: unknown): string {
  const read = hash.safeParse(result)
  if (!read.success) throw wrongAnswerError('an answer that is no hash', METHOD)
  return read.data
}
