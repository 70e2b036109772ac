import 'server-only'
import { clock, inTime, nowIso } from '../../platform/clock'
import { once } from '../../platform/once'
import { isRpcError } from '../../protocol/rpc/failure'
import { callNode } from '../../upstream/chain/call'
import { assertIdentity } from '../../upstream/chain/identity'
import { type Chain, type ChainNode, chainOf, type NodeCall } from '../../upstream/chain/node'
import type { Network } from '../../upstream/networks/networks'
import { MAX_SLOT } from '../slot-doubt'
import { GenesisWatch } from './genesis-watch'
import type { ObservedChain } from './heads'
import { addSample, type HeadSamples, joinHeads, type NodeHead, updateHead } from './heads'

/* Reads the heads of nodes known to be on the indexer's chain. Requests obey plan, gate and breaker. */

/** Milliseconds; later answers are ignored. */
const SAMPLE_MS = 2_000

const PLAN_SHARE = 0.25

/** Maximum age in milliseconds of a sample that is reused if the plan has no calls left. */
const OLDEST_MS = 60_000

/** Milliseconds between tries to identify a node's chain: the first pause, doubled up to the maximum. */
const FIRST_IDENTITY_MS = 30_000
const MAX_IDENTITY_MS = 600_000

export class ChainWatch {
  readonly #heads = new Map<ChainNode, NodeHead>()
  readonly #identities = new Map<ChainNode, { nextMs: number; pauseMs: number }>()
  readonly #genesis: GenesisWatch
  #samples: HeadSamples = []
  #sampledMs = Number.NEGATIVE_INFINITY
  #seen: ObservedChain | null = null

  constructor(
    private readonly network: Network,
    private readonly chain: Chain,
  ) {
    this.#genesis = new GenesisWatch(network.name, chain, (node) => this.#begin(node))
  }

  #begin(node: ChainNode): void {
    this.#heads.delete(node)
    this.#identities.delete(node)
  }

  /** Takes at most 2 s; null: no node on the chain answered. Never throws RpcError. */
  async sample(): Promise<ObservedChain | null> {
    const now = clock().monotonic()
    if (now - this.#sampledMs < this.#spacingMs()) return now - this.#sampledMs < OLDEST_MS ? this.#seen : null
    this.#sampledMs = now
    const call: NodeCall = { deadline: now + SAMPLE_MS, by: 'refresh', once: true }
    const answered = new Map<ChainNode, number>()
    const asking = this.#genesis.check(call).then(() =>
      Promise.all(
        this.chain.nodes.map(async (node) => {
          const slot = await this.#headOf(node, call)
          if (slot !== null) answered.set(node, slot)
        }),
      ),
    )
    await inTime(asking, SAMPLE_MS)
    this.#seen = this.#join(new Map(answered))
    return this.#seen
  }

  async #headOf(node: ChainNode, call: NodeCall): Promise<number | null> {
    if (node.identity.state === 'unchecked') await this.#identify(node, call)
    if (node.identity.state !== 'checked') return null
    try {
      const slot = await callNode(node, this.chain.counts, 'getSlot', [{ commitment: 'confirmed' }], call)
      if (typeof slot === 'number' && Number.isSafeInteger(slot) && slot >= 0 && slot <= MAX_SLOT) return slot
      node.failure = { kind: 'malformed', message: 'no slot' }
      return null
    } catch (error) {
      if (!isRpcError(error)) throw error
      // After an outage the node may be on another chain; rate limits are no sign of that.
      if (error.failure.kind === 'network') this.#genesis.doubt(node)
      return null
    }
  }

  async #identify(node: ChainNode, call: NodeCall): Promise<void> {
    const now = clock().monotonic()
    const due = this.#identities.get(node) ?? { nextMs: now, pauseMs: FIRST_IDENTITY_MS }
    if (now < due.nextMs) return
    const pauseMs = Math.min(MAX_IDENTITY_MS, due.pauseMs * 2)
    this.#identities.set(node, { nextMs: now + due.pauseMs, pauseMs })
    try {
      await assertIdentity(this.network, this.chain, node, call)
    } catch (error) {
      if (!isRpcError(error)) throw error
    }
  }

  #join(answered: ReadonlyMap<ChainNode, number>): ObservedChain | null {
    const now = clock().monotonic()
    const heads = [...answered].map(([node, slot]) => {
      const { head, back } = updateHead(this.#heads.get(node) ?? null, slot, now)
      if (back) this.#genesis.doubt(node)
      this.#heads.set(node, head)
      return head
    })
    const joined = joinHeads(heads, now)
    if (!joined) return null
    this.#samples = addSample(this.#samples, joined.slot, now)
    return { ...joined, seenAt: nowIso(), samples: this.#samples }
  }

  #spacingMs(): number {
    const [first] = this.chain.nodes
    return first?.plan ? (this.chain.nodes.length / (PLAN_SHARE * first.plan.rate)) * 1_000 : 0
  }
}

const watches = once('chain watches', () => new WeakMap<Network, ChainWatch>())

function watchOf(network: Network): ChainWatch | null {
  const known = watches().get(network)
  if (known) return known
  const chain = chainOf(network)
  if (!chain?.isApart || chain.nodes.length === 0) return null
  const watch = new ChainWatch(network, chain)
  watches().set(network, watch)
  return watch
}

/** null: no chain node besides the indexer, or no answer within 2 s. Never throws RpcError. */
export async function readChainHead(network: Network): Promise<ObservedChain | null> {
  return (await watchOf(network)?.sample()) ?? null
}
