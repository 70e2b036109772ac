import 'server-only'
import { isCrawler } from '../../api/request-headers'
import { once } from '../../platform/once'
import { requestContext } from '../../platform/request-context'
import type { RequestClass } from '../../rpc-client/urgency'
import { type Guards, newGuards } from '../indexer/guarded-call'
import type { Endpoint } from '../networks/endpoint'
import { chainNodesOf, type Network } from '../networks/networks'
import { NodeCounts } from './node-counts'

/** One Solana node of a network, with everything that stands between us and it. */
export interface ChainNode extends Guards {
  readonly endpoint: Endpoint
  /** What is known of the chain that it is on. See identity.ts. */
  readonly identity: NodeIdentity
}

/** Whether a node is on the chain of its network's indexer. */
export interface NodeIdentity {
  /**
   * `unchecked`: nothing has shown it yet; `wrong`: another chain, so pages do not ask it. design.md 4.2, CHAIN_URL.
   */
  state: 'checked' | 'unchecked' | 'wrong'
  /** Base58; null until it said so. */
  genesisHash: string | null
  /** Recent signatures of the indexer that it does not know. */
  unknownSignatures: Set<string>
  /** While it is found out, for all who ask meanwhile. */
  checking: Promise<void> | null
}

/** A network's nodes, in order of preference. */
export interface Chain {
  readonly nodes: readonly ChainNode[]
  readonly counts: NodeCounts
  /** True where the network's indexer follows them, or answers in their place: what they are on is the network's chain. */
  readonly own: boolean
  /** False where the indexer itself answers in their place: its head would be compared with itself. */
  readonly isApart: boolean
}

const chains = once('chain nodes', () => new WeakMap<Network, Chain | null>())

/** The chain nodes of a network, one object for the process; null where none is configured. CHAIN_URL. */
export function chainOf(network: Network): Chain | null {
  const known = chains().get(network)
  if (known !== undefined) return known
  const setting = chainNodesOf(network)
  const chain = setting && {
    counts: new NodeCounts(),
    own: setting.own,
    isApart: !setting.isIndexer,
    nodes: setting.endpoints.map((endpoint, i) => {
      const label = `${network.name} chain${setting.endpoints.length > 1 ? ` ${i + 1}` : ''}`
      const state = setting.own ? 'checked' : 'unchecked'
      const identity: NodeIdentity = { state, genesisHash: null, unknownSignatures: new Set(), checking: null }
      return { ...newGuards(label, setting.plan), endpoint, identity }
    }),
  }
  chains().set(network, chain)
  return chain
}

/** What is known of a network's chain nodes, without asking them; none where none is configured. */
export function chainStates(network: Network): NodeIdentity['state'][] {
  return chainOf(network)?.nodes.map(({ identity }) => identity.state) ?? []
}

/** Who a call to a node is for, and until when (monotonic milliseconds). */
export interface NodeCall {
  deadline: number
  by: RequestClass
  /** True: one that failed is not tried again, because the same is asked before long. */
  once?: boolean
}

/**
 * Whether chain nodes are asked for the page that is being made: not where none is configured, and not for crawlers and
 * previews.
 */
export function asksChain(network: Network): 'yes' | 'not configured' | 'crawler' {
  if (!chainOf(network)) return 'not configured'
  return isForCrawler() ? 'crawler' : 'yes'
}

/** True where the page is for an index or a preview: no chain node is asked for it. */
export function isForCrawler(): boolean {
  return isCrawler(requestContext()?.request.headers['user-agent'])
}
