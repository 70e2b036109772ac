import 'server-only'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { isRpcError } from '../../protocol/rpc/failure'
import { lastReset } from '../../upstream/cache/cache'
import { forgetChain, genesisHashOf, knownGenesis, noteChain } from '../../upstream/chain/genesis'
import { markWrong } from '../../upstream/chain/identity'
import type { Chain, ChainNode, NodeCall } from '../../upstream/chain/node'

/** Samples between checks of a node's chain. Local nodes, whose chains are often reset, are checked every time. */
const SAMPLES_BETWEEN = 12

/** Milliseconds without caching after a chain was replaced: an indexer may still answer from the old one. */
const OLD_CHAIN_MS = 20_000

export class GenesisWatch {
  /** Samples until the next check; absent: due. */
  readonly #left = new Map<ChainNode, number>()
  #resetAt: string | null = null
  #replacedMs = Number.NEGATIVE_INFINITY

  constructor(
    private readonly network: string,
    private readonly chain: Chain,
    private readonly changed: (node: ChainNode) => void,
  ) {}

  doubt(node: ChainNode): void {
    this.#left.delete(node)
  }

  /** Checks the nodes that are due, and all nodes if one has changed. Never throws RpcError. */
  async check(call: NodeCall): Promise<void> {
    this.#noticeReset()
    if (clock().monotonic() - this.#replacedMs < OLD_CHAIN_MS) forgetChain(this.network)
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

  /** After a reset of the indexer's slot, nodes that were on the wrong chain may be on the right one. */
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
    // Nodes not yet identified are left to the identity check.
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

  /** The indexer follows these nodes, so they define the chain, unless one is still on the known chain. */
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

  /** Clears the node's identity: comparing signatures decides whether the indexer is on the new chain too. */
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
