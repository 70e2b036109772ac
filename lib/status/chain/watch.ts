import 'server-only'
import { clock, inTime, nowIso } from '../../platform/clock'
import { once } from '../../platform/once'
import { isRpcError } from '../../protocol/rpc/failure'
import { callNode } from '../../upstream/chain/call'
import { assertIdentity } from '../../upstream/chain/identity'
import { type Chain, type ChainNode, chainOf, type NodeCall } from '../../upstream/chain/node'
import type { Network } from '../../upstream/networks/networks'
import { GenesisWatch } from './genesis-watch'
import { type HeadSamples, joinHeads, type NodeHead, seeHead, withSample } from './heads'
import { type ChainSeen, chainHeadOf, type SlotTime } from './lag'

/*
 * Where the chain of a network is: its nodes are asked for their heads with each check of the probe, within their plan,
 * gate and breaker as for everything else. Only nodes that are known to be on the indexer's chain say where that is.
 */

/** Milliseconds that a check gives the nodes; those that answer later have no part in it. */
const SAMPLE_MS = 2_000

/** Share of the nodes' plan that samples may cost. */
const PLAN_SHARE = 0.25

/** A sample that the plan has no room for is made up for by one of at most this age (ms). */
const OLDEST_MS = 60_000

/** Milliseconds between two tries to find out which chain a node is on: they double up to the second. */
const FIRST_IDENTITY_MS = 30_000
const LONGEST_IDENTITY_MS = 600_000

/** Block times are asked for where an indexer lacks more slots than this, at most once in so long (ms). */
const TIMED_SLOTS = 20
const TIMES_MS = 30_000
const MOST_TIMES = 8

/** Watches the nodes of one network. */
export class ChainWatch {
  readonly #heads = new Map<ChainNode, NodeHead>()
  readonly #identities = new Map<ChainNode, { nextMs: number; pauseMs: number }>()
  readonly #genesis: GenesisWatch
  #samples: HeadSamples = []
  #times: SlotTime[] = []
  #sampledMs = Number.NEGATIVE_INFINITY
  #timedMs = Number.NEGATIVE_INFINITY
  #seen: ChainSeen | null = null

  constructor(
    private readonly network: Network,
    private readonly chain: Chain,
  ) {
    this.#genesis = new GenesisWatch(network.name, chain, (node) => this.#begin(node))
  }

  /** A node is on another chain than before: nothing that was seen of it counts. */
  #begin(node: ChainNode): void {
    this.#heads.delete(node)
    this.#identities.delete(node)
    this.#times = []
  }

  /** Asks the nodes for their heads, at most 2 s; null where none of them that counts answered. Never throws RpcError. */
  async sample(): Promise<ChainSeen | null> {
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

  /** Asks for the block times of the head and of an indexer's slot that is some way behind it. Never throws RpcError. */
  async learnTimes(slot: number): Promise<void> {
    const now = clock().monotonic()
    const seen = this.#seen
    const node = this.chain.nodes.find((each) => this.#heads.has(each) && each.identity.state === 'checked')
    if (!seen || !node || now - this.#timedMs < TIMES_MS) return
    if ((chainHeadOf(seen, slot).lag ?? 0) <= TIMED_SLOTS) return
    this.#timedMs = now
    const call: NodeCall = { deadline: now + SAMPLE_MS, by: 'refresh', once: true }
    await Promise.all([seen.slot, slot].map((each) => this.#learnTime(node, each, call)))
  }

  async #learnTime(node: ChainNode, slot: number, call: NodeCall): Promise<void> {
    const seconds = await orNull(callNode(node, this.chain.counts, 'getBlockTime', [slot], call))
    if (typeof seconds !== 'number' || seconds <= 0) return
    this.#times = [...this.#times.filter((time) => time.slot !== slot), { slot, seconds }].slice(-MOST_TIMES)
  }

  /** The newest confirmed slot of a node on the indexer's chain; null without an answer, and of every other node. */
  async #headOf(node: ChainNode, call: NodeCall): Promise<number | null> {
    if (node.identity.state === 'unchecked') await this.#identify(node, call)
    if (node.identity.state !== 'checked') return null
    try {
      const slot = await callNode(node, this.chain.counts, 'getSlot', [{ commitment: 'confirmed' }], call)
      return typeof slot === 'number' && Number.isSafeInteger(slot) && slot >= 0 ? slot : null
    } catch (error) {
      if (!isRpcError(error)) throw error
      // Out of reach: it may come back as another chain. That its plan is spent says nothing.
      if (error.failure.kind === 'network') this.#genesis.doubt(node)
      return null
    }
  }

  async #identify(node: ChainNode, call: NodeCall): Promise<void> {
    const now = clock().monotonic()
    const due = this.#identities.get(node) ?? { nextMs: now, pauseMs: FIRST_IDENTITY_MS }
    if (now < due.nextMs) return
    const pauseMs = Math.min(LONGEST_IDENTITY_MS, due.pauseMs * 2)
    this.#identities.set(node, { nextMs: now + due.pauseMs, pauseMs })
    await orNull(assertIdentity(this.network, this.chain, node, call))
  }

  #join(answered: ReadonlyMap<ChainNode, number>): ChainSeen | null {
    const now = clock().monotonic()
    const heads = [...answered].map(([node, slot]) => {
      const { head, back } = seeHead(this.#heads.get(node) ?? null, slot, now)
      if (back) this.#genesis.doubt(node)
      this.#heads.set(node, head)
      return head
    })
    const joined = joinHeads(heads, now)
    if (!joined) return null
    this.#samples = withSample(this.#samples, joined.slot, now)
    return { ...joined, seenAt: nowIso(), samples: this.#samples, times: this.#times }
  }

  /** Milliseconds between two samples that the plan has room for. */
  #spacingMs(): number {
    const [first] = this.chain.nodes
    return first?.plan ? (this.chain.nodes.length / (PLAN_SHARE * first.plan.rate)) * 1_000 : 0
  }
}

async function orNull<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise
  } catch (error) {
    if (isRpcError(error)) return null
    throw error
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

/**
 * Where a network's chain is, by one sample of its nodes; null where there are none, where only the indexer itself would
 * answer for one, and where none that is on its chain answers within 2 s. Never throws RpcError.
 */
export async function readChainHead(network: Network): Promise<ChainSeen | null> {
  return (await watchOf(network)?.sample()) ?? null
}

/** Learns the block times by which the lag of an indexer at `slot` is known in seconds. Never throws RpcError. */
export async function learnChainTimes(network: Network, slot: number): Promise<void> {
  await watchOf(network)?.learnTimes(slot)
}
