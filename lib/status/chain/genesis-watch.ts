import 'server-only'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { isRpcError } from '../../protocol/rpc/failure'
import { lastReset } from '../../upstream/cache/cache'
import { forgetChain, genesisHashOf, knownGenesis, noteChain } from '../../upstream/chain/genesis'
import { markWrong } from '../../upstream/chain/identity'
import type { Chain, ChainNode, NodeCall } from '../../upstream/chain/node'

/** Samples after which a node is asked again though nothing raised a doubt. On this machine, where chains are reset, each. */
const SAMPLES_BETWEEN = 12

/** Milliseconds for which an indexer may go on answering from the chain that was replaced: its answers are not kept so long. */
const STILL_OLD_MS = 20_000

/** Asks the nodes of a network again which chain they are on, whenever it may have become another one. */
export class GenesisWatch {
  /** Samples until a node is asked again; absent: it is due. */
  readonly #left = new Map<ChainNode, number>()
  #resetAt: string | null = null
  #replacedMs = Number.NEGATIVE_INFINITY

  /** @param changed called with a node that is on another chain than before. */
  constructor(
    private readonly network: string,
    private readonly chain: Chain,
    private readonly changed: (node: ChainNode) => void,
  ) {}

  /** Raises a doubt: it was out of reach, or its head fell. */
  doubt(node: ChainNode): void {
    this.#left.delete(node)
  }

  /** Asks those that are due; where one of them is on another chain, all. Never throws RpcError. */
  async check(call: NodeCall): Promise<void> {
    this.#noticeReset()
    if (clock().monotonic() - this.#replacedMs < STILL_OLD_MS) forgetChain(this.network)
    const hashes = await this.#ask(
      this.chain.nodes.filter((node) => this.#isDue(node)),
      call,
    )
    const isOther = [...hashes].some(
      ([{ identity }, hash]) => (identity.genesisHash ?? knownGenesis(this.network)) !== hash,
    )
    if (isOther) {
      const others = this.chain.nodes.filter((node) => !hashes.has(node))
      for (const [node, hash] of await this.#ask(others, call)) hashes.set(node, hash)
    }
    if (this.chain.own) this.#settleOwn(hashes)
    else this.#settleForeign(hashes)
  }

  /** An indexer whose slot went back may be on another chain, and then nodes that were on the wrong one may be on the right. */
  #noticeReset(): void {
    const at = lastReset(this.network)?.at ?? null
    if (at === this.#resetAt) return
    this.#resetAt = at
    this.#left.clear()
    if (this.chain.own) return
    for (const node of this.chain.nodes) if (node.identity.state === 'wrong') this.#uncheck(node)
  }

  #isDue(node: ChainNode): boolean {
    const { identity, endpoint, plan } = node
    // A foreign node is asked for it first when its identity is checked.
    if (!this.chain.own && (identity.genesisHash === null || identity.state === 'wrong')) return false
    const left = endpoint.loopback && !plan ? 0 : (this.#left.get(node) ?? 0)
    this.#left.set(node, Math.max(0, left - 1))
    return left === 0
  }

  async #ask(nodes: readonly ChainNode[], call: NodeCall): Promise<Map<ChainNode, string>> {
    const hashes = new Map<ChainNode, string>()
    await Promise.all(
      nodes.map(async (node) => {
        try {
          hashes.set(node, await genesisHashOf(this.chain, node, call))
          this.#left.set(node, SAMPLES_BETWEEN)
        } catch (error) {
          if (!isRpcError(error)) throw error
          this.#left.delete(node)
        }
      }),
    )
    return hashes
  }

  /** The indexer follows these nodes: they say what the network's chain is, unless one of them is still on the known one. */
  #settleOwn(hashes: ReadonlyMap<ChainNode, string>): void {
    const [first] = hashes.values()
    if (first === undefined) return
    const known = knownGenesis(this.network)
    const isStill = known !== null && [...hashes.values()].includes(known)
    const genesisHash = isStill ? known : first
    for (const [node, hash] of hashes) {
      const { identity } = node
      if (identity.genesisHash !== null && identity.genesisHash !== hash) this.changed(node)
      identity.genesisHash = hash
      if (hash === genesisHash) identity.state = 'checked'
      else markWrong(node)
    }
    if (known !== null && known !== genesisHash) this.#replacedMs = clock().monotonic()
    noteChain(this.network, genesisHash)
  }

  /** Whether the indexer is on the new chain too, its signatures tell. */
  #settleForeign(hashes: ReadonlyMap<ChainNode, string>): void {
    for (const [node, hash] of hashes) {
      const { identity, label } = node
      if (identity.genesisHash === null || identity.genesisHash === hash) continue
      log('warn', 'a chain node is on another chain than before', {
        upstream: label,
        from: identity.genesisHash,
        to: hash,
      })
      this.#uncheck(node)
    }
  }

  #uncheck(node: ChainNode): void {
    const { identity } = node
    identity.state = 'unchecked'
    identity.genesisHash = null
    identity.unknownSignatures.clear()
    this.changed(node)
  }
}
