import { base58 } from '@scure/base'
import { type Clock, pause } from '../../../platform/clock'
import { COUNTER_BYTES, leafCounterAccount, nextLeafIndex } from '../../../protocol/light/next-leaf'
import { isRpcError } from '../../../protocol/rpc/failure'
import type { FollowedChain } from '../../ledger/rpc/chain'
import { connect } from '../../ledger/rpc/connect'
import { chainIdentity } from '../../store/store'
import type { LeafNodes } from './leaf-nodes'
import type { ChainLeaves } from './leaf-report'
import type { WalkedTree } from './leaf-walk'

/** All accounts of one answer are as of the same slot. */
const TREES_PER_REQUEST = 100

const CONNECT_TIMEOUT_MS = 5_000
const TOTAL_TIMEOUT_MS = 15_000

/** @throws Error that says why leaves are unavailable */
export type FetchLeaves = (trees: WalkedTree[], signal: AbortSignal) => Promise<ChainLeaves>

/** Connects for each request: a few per hour. @param ledger the chain of the store; nodes of another one are refused */
export function createLeafFetcher(nodes: LeafNodes, ledger: string, clock: Clock): FetchLeaves {
  return async (trees, ending) => {
    const done = new AbortController()
    const signal = AbortSignal.any([ending, done.signal])
    void pause(TOTAL_TIMEOUT_MS, signal, clock).then(() => done.abort(new Error('no node of LEDGER answered in time')))
    try {
      const { genesisHash, chain } = await connect({ ...nodes, signal, clock, timeoutMs: CONNECT_TIMEOUT_MS })
      if (chainIdentity(genesisHash) !== ledger) throw new Error('LEDGER is on another chain')
      return await fetchChainLeaves(chain, trees, signal)
    } catch (error) {
      if (!isRpcError(error)) throw error
      throw new Error(`the node does not answer getMultipleAccounts (${error.message})`)
    } finally {
      done.abort()
    }
  }
}

/** Next leaf indices as of one finalized slot; trees whose accounts hold no next index are left out. */
export async function fetchChainLeaves(
  chain: Pick<FollowedChain, 'accountHeads'>,
  trees: WalkedTree[],
  signal: AbortSignal,
): Promise<ChainLeaves> {
  // Of too many trees the newest, which still grow.
  const counted = trees
    .flatMap((tree) => {
      const account = leafCounterAccount(tree)
      return account === null ? [] : { tree, account: base58.encode(account) }
    })
    .slice(-TREES_PER_REQUEST)
  const keys = counted.map(({ account }) => account)
  const { slot, heads } = await chain.accountHeads(keys, COUNTER_BYTES, signal)
  const next = new Map<string, number>()
  for (const [i, { tree }] of counted.entries()) {
    const head = heads[i]
    const index = head ? nextLeafIndex(tree.treeType, head) : null
    if (index !== null) next.set(base58.encode(tree.tree), index)
  }
  return { slot, next }
}
