import 'server-only'
import { ProblemError } from '../../api/problem'
import { clock } from '../../platform/clock'
import { isRpcError } from '../../protocol/rpc/failure'
import { limits } from '../../rpc-client/limits'
import type { Network } from '../networks/networks'
import { assertIdentity } from './identity'
import { type Chain, type ChainNode, chainOf, type NodeCall } from './node'
import { chainProblem, noChainNodeProblem, WRONG_CHAIN } from './problem'

/** Tries nodes in turn while the callback returns null; null: no node has the data. @throws ProblemError */
export async function createLeafFetcher<T>(
  network: Network,
  call: NodeCall,
  ask: (node: ChainNode, chain: Chain) => Promise<T | null>,
): Promise<T | null> {
  const chain = chainOf(network)
  if (!chain) throw new ProblemError(noChainNodeProblem(network.name))
  let failed: unknown = null
  let attempts = 0
  for (const node of chain.nodes) {
    if (attempts > 0 && call.deadline - clock().monotonic() < limits().worthTryingMs) break
    try {
      await assertIdentity(network, chain, node, call)
      if (node.identity.state === 'wrong') continue
      attempts++
      const answer = await ask(node, chain)
      if (answer !== null) return answer
    } catch (error) {
      attempts++
      failed = error
    }
  }
  if (isRpcError(failed)) throw new ProblemError(chainProblem(failed.failure), { cause: failed })
  if (failed !== null) throw failed
  if (attempts === 0) throw new ProblemError(WRONG_CHAIN)
  return null
}
