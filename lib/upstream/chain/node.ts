import 'server-only'
import { isCrawler } from '../../api/request-headers'
import { once } from '../../platform/once'
import { requestContext } from '../../platform/request-context'
import type { RpcFailure } from '../../protocol/rpc/failure'
import type { RequestClass } from '../../rpc-client/urgency'
import { type CallOutcome, incrementCount } from '../indexer/call-counts'
import { type CallGuards, newGuards } from '../indexer/guarded-call'
import type { Endpoint } from '../networks/endpoint'
import { chainNodesOf, type Network } from '../networks/networks'
import { chainProblem } from './problem'

export type NodeMethod =
  | 'getTransaction'
  | 'getSlot'
  | 'getGenesisHash'
  | 'getFirstAvailableBlock'
  | 'getMultipleAccounts'
  | 'getTokenAccountsByOwner'
  | 'getProgramAccounts'
  | 'getBalance'

export class NodeCounts {
  readonly calls: Partial<Record<NodeMethod, Partial<Record<CallOutcome, number>>>> = {}
  fromDisk = 0

  call(method: NodeMethod, outcome: CallOutcome): void {
    incrementCount(this.calls, method, outcome)
  }
}

export interface ChainNode extends CallGuards {
  readonly endpoint: Endpoint
  readonly identity: NodeIdentity
  /** Monotonic milliseconds. */
  refusesProgramAccountsUntil: number
  /** Why the newest call failed; null: it was answered. */
  failure: RpcFailure | null
}

export interface NodeIdentity {
  /** `unchecked`: no evidence yet; `wrong`: another chain, so it is not used. design.md 4.2, CHAIN_URL. */
  state: 'checked' | 'unchecked' | 'wrong'
  genesisHash: string | null
  unknownSignatures: Set<string>
  checking: Promise<void> | null
}

export interface Chain {
  readonly nodes: readonly ChainNode[]
  readonly counts: NodeCounts
  /** True if the nodes follow from the embedded indexer's ledger: their chain is the network's. */
  readonly own: boolean
  /** False if the only node is the indexer itself, so that comparing heads is useless. */
  readonly isApart: boolean
}

const chains = once('chain nodes', () => new WeakMap<Network, Chain | null>())

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
      return { ...newGuards(label, setting.plan), endpoint, identity, refusesProgramAccountsUntil: 0, failure: null }
    }),
  }
  chains().set(network, chain)
  return chain
}

export function chainStates(network: Network): NodeIdentity['state'][] {
  return chainOf(network)?.nodes.map(({ identity }) => identity.state) ?? []
}

/** Why each node's newest call failed, in a sentence. */
export function chainFailures(network: Network): (string | null)[] {
  return chainOf(network)?.nodes.map(({ failure }) => failure && chainProblem(failure).detail) ?? []
}

export interface NodeCall {
  deadline: number
  by: RequestClass
  /** No retry, because the caller repeats the call soon. */
  once?: boolean
}

export function asksChain(network: Network): 'yes' | 'not configured' | 'crawler' {
  if (!chainOf(network)) return 'not configured'
  return isForCrawler() ? 'crawler' : 'yes'
}

export function isForCrawler(): boolean {
  return isCrawler(requestContext()?.request.headers['user-agent'])
}
