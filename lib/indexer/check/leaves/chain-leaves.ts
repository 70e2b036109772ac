import { base58 } from '@scure/base'
import { type Clock, pause } from '../../../platform/clock'
import { COUNTING_BYTES, countingAccount, nextLeafIndex } from '../../../protocol/light/next-leaf'
import { isRpcError } from '../../../protocol/rpc/failure'
import type { FollowedChain } from '../../ledger/rpc/chain'
import { connect } from '../../ledger/rpc/connect'
import { chainIdentity } from '../../store/store'
import type { LeafNodes } from './leaf-nodes'
import type { ChainLeaves } from './leaf-report'
import type { WalkedTree } from './leaf-walk'

/** Accounts per request; all of one answer are of one slot. */
const AT_ONCE = 100

/** Milliseconds for a node to identify its chain, and for everything. */
const FIRST_ANSWER = 5_000
const WHOLE = 15_000

/** @throws Error with why they are unavailable */
export type AskLeaves = (trees: WalkedTree[], signal: AbortSignal) => Promise<ChainLeaves>

/** Connects for each request: a few an hour. @param ledger the store's chain; nodes of another one are refused */
export function askNodes(nodes: LeafNodes, ledger: string, clock: Clock): AskLeaves {
  return async (trees, ending) => {
    const done = new AbortController()
    const signal = AbortSignal.any([ending, done.signal])
    void pause(WHOLE, signal, clock).then(() => done.abort(new Error('no node of LEDGER answered in time')))
    try {
      const { genesisHash, chain } = await connect({ ...nodes, signal, clock, patience: FIRST_ANSWER })
      if (chainIdentity(genesisHash) !== ledger) throw new Error('LEDGER is on another chain')
      return await chainLeaves(chain, trees, signal)
    } catch (error) {
      if (!isRpcError(error)) throw error
      throw new Error(`the node does not answer getMultipleAccounts (${error.message})`)
    } finally {
      done.abort()
    }
  }
}

/** All as of one finalized slot; trees whose accounts hold no next index are left out. */
export async function chainLeaves(
  chain: Pick<FollowedChain, 'accountHeads'>,
  trees: WalkedTree[],
  signal: AbortSignal,
): Promise<ChainLeaves> {
  // The newest if there are too many: those still grow.
  const counted = trees
    .flatMap((tree) => {
      const account = countingAccount(tree)
      return account === null ? [] : { tree, account: base58.encode(account) }
    })
    .slice(-AT_ONCE)
  const keys = counted.map(({ account }) => account)
  const { slot, heads } = await chain.accountHeads(keys, COUNTING_BYTES, signal)
  const next = new Map<string, number>()
  for (const [i, { tree }] of counted.entries()) {
    const head = heads[i]
    const index = head ? nextLeafIndex(tree.treeType, head) : null
    if (index !== null) next.set(base58.encode(tree.tree), index)
  }
  return { slot, next }
}
