import { type AccountChain, indexed, serveChain } from '@/lib/testing/indexer/account-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import type { JourneyNetwork, Live } from '@/lib/testing/world/worlds'
import { expect } from './page'

export async function nodeWith(chain: AccountChain): Promise<NodeStandIn> {
  const node = await startNode([])
  serveChain(node, chain)
  return node
}

export interface ChainNetworks {
  made: JourneyNetwork
  bare: JourneyNetwork
  node: NodeStandIn
  transactionsRead(): number
  leave(): Promise<void>
}

export async function chainNetworks(live: Live, name: string, chain: AccountChain): Promise<ChainNetworks> {
  const node = await nodeWith(chain)
  const made = await live.network(name, indexed(chain), { chain: [node.url] })
  const bare = await live.network(`${name}-bare`, indexed(chain))
  await expect.poll(async () => (await (await fetch(made.at('/api/v1/status'))).json()).chain).not.toBeNull()
  // The explorer first reads one transaction to check that the node is on the indexer's chain.
  const before = node.requests.length
  return {
    made,
    bare,
    node,
    transactionsRead: () => node.requests.slice(before).filter(({ method }) => method === 'getTransaction').length,
    async leave() {
      await Promise.all([made.leave(), bare.leave()])
      await node.close()
    },
  }
}
