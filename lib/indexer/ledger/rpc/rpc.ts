import { log } from '../../../platform/log'
import { isRpcError } from '../../../protocol/rpc/failure'
import { chainIdentity } from '../../store/store'
import type { ChainAnomalies, Ledger, Stall } from '../ledger'
import { type ConnectOptions, connect } from './connect'
import { followChain } from './follow-chain'
import { firstSlot, type StartSlot, startSlotNotice } from './start-slot'
import { GenuineTrees } from './trees'

/* A live chain as a ledger, read from the nodes of LEDGER. design.md 4.2. */

export interface RpcOptions extends ConnectOptions {
  name: string
  startSlot: StartSlot
  onNote?: (line: string) => void
  /** Called with the reason when no block arrives although the chain advances; null: blocks arrive again. */
  onStall?: (why: string | null) => void
}

export interface RpcLedger extends Ledger {
  anomalies: ChainAnomalies
}

/** @throws Error in one line if no node identifies its chain in time */
export async function openRpc(options: RpcOptions): Promise<RpcLedger> {
  const { name, commitment, startSlot, compressionProgram } = options
  const { chain, tip, genesisHash, clock, random } = await connect(options)
  const trees = new GenuineTrees(chain, compressionProgram)
  const anomalies: ChainAnomalies = { misfits: 0, forks: 0 }
  let stall: Stall | null = null

  async function startOfEmpty(signal: AbortSignal): Promise<number> {
    await tip.ask(signal)
    const start = firstSlot(startSlot, genesisHash, tip.slot)
    if (start > tip.slot) {
      options.onNote?.(`START_SLOT=${start} is above the chain's newest slot, ${tip.slot}: nothing is stored before it`)
    }
    await assertAvailable(start, signal)
    return start
  }

  /** With several nodes, another one may have the start slot. */
  async function assertAvailable(start: number, signal: AbortSignal): Promise<void> {
    if (options.urls.length > 1) return
    const oldest = await chain.firstAvailableSlot(signal).catch((error: unknown) => {
      if (!isRpcError(error)) throw error
      log('info', 'no node of LEDGER says which blocks it keeps', {
        op: 'getFirstAvailableBlock',
        reason: error.message,
      })
      return 0
    })
    if (start >= oldest) return
    throw new Error(
      `LEDGER: the node keeps blocks from slot ${oldest} on, slot ${start} is wanted; set START_SLOT=${oldest} or later, or name a node with history`,
    )
  }

  return {
    identity: chainIdentity(genesisHash),
    genesisHash,
    title: name,
    // Ready at once: catching up may take days, and the explorer shows it.
    readySlot: 0,
    anomalies,
    stall: () => stall,
    nodesAside: () => chain.nodesAside,
    tip: () => tip.now(),
    acceptsTree: (tree, slot, signal) => trees.accepts(tree, slot, signal),
    async *blocks(after, signal, known = async () => []) {
      const note = after > 0 ? startSlotNotice(startSlot, after) : null
      if (note !== null) options.onNote?.(note)
      yield* followChain({
        chain,
        tip,
        clock,
        random,
        anomalies,
        after,
        startOfEmpty,
        known: await known(),
        final: commitment === 'finalized',
        onStall(now) {
          if (stall?.why !== now?.why) options.onStall?.(now?.why ?? null)
          stall = now
        },
        signal,
      })
    },
  }
}
