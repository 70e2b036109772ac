import { base58 } from '@scure/base'
import { type Clock, pause } from '../../../platform/clock'
import { slotReached } from '../../store/apply'
import type { Store } from '../../store/store'
import type { AskLeaves } from './chain-leaves'
import { type ChainLeaves, type LeafReport, leafReport } from './leaf-report'
import type { LeafWalk, WalkedLeaves } from './leaf-walk'
import type { Provable } from './provable'

/** Milliseconds for which a store may be on its way to the slot of the chain's numbers, and between two checks. */
const ARRIVES_WITHIN = 15_000
const CHECK_EVERY = 500

/** Milliseconds after which a difference is checked again: the store may have been on a fork. */
const AGAIN_AFTER = 30_000

/** Where the chain's numbers come from, and whose slot they are compared at. */
export interface Comparison {
  store: Store
  /** Null where there is no node to ask. */
  ask: AskLeaves | null
  clock: Clock
  signal: AbortSignal
}

/**
 * What a walk has found, ended once all that no fork rolls back is read, and compared with each tree's next leaf index on the
 * chain. Those are of a finalized slot, and from the store come the leaves up to that very slot, once it has reached it: so
 * neither a lag nor a chain that moves makes a difference. One that a second comparison does not find was none.
 */
export async function comparedReport(
  walk: LeafWalk,
  provable: Exclude<Provable, { kind: 'nothing' }>,
  { store, ask, clock, signal }: Comparison,
): Promise<LeafReport> {
  const uncompared = async (reason: string | null) => ({
    ...leafReport(await walk.end(), provable, null),
    notCompared: reason,
  })
  if (provable.kind !== 'chain') return uncompared(null)
  if (ask === null) return uncompared('LEDGER is no node of it')
  const { trees } = await walk.end()
  for (let isSecond = false; ; isSecond = true) {
    let chain: ChainLeaves
    try {
      chain = await ask(trees, signal)
    } catch (error) {
      return uncompared(error instanceof Error ? error.message : String(error))
    }
    if (chain.slot < walk.slotRead()) return uncompared(`the node is at slot ${chain.slot}, the store is ahead of it`)
    const missing = await slotsMissing(chain.slot, store, clock, signal)
    if (missing > 0) return uncompared(`the store is ${missing} slots behind the chain`)
    const walked = await walk.end(chain.slot)
    if (isSecond || !differ(walked, chain)) return leafReport(walked, provable, chain)
    await pause(AGAIN_AFTER, signal, clock)
  }
}

function differ({ trees }: WalkedLeaves, { next }: ChainLeaves): boolean {
  return trees.some(({ tree, nextAt }) => nextAt !== null && nextAt !== (next.get(base58.encode(tree)) ?? nextAt))
}

/** How many slots the store lacks up to one; it is waited for, for a while, if it moves. */
async function slotsMissing(slot: number, store: Store, clock: Clock, signal: AbortSignal): Promise<number> {
  const endsAt = clock.monotonic() + ARRIVES_WITHIN
  for (;;) {
    const missing = slot - (await slotReached(store))
    if (missing <= 0 || clock.monotonic() >= endsAt || signal.aborted) return missing
    await pause(CHECK_EVERY, signal, clock)
  }
}
