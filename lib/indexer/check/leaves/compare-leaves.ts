import { base58 } from '@scure/base'
import { type Clock, pause } from '../../../platform/clock'
import { slotReached } from '../../store/apply'
import type { Store } from '../../store/store'
import type { AskLeaves } from './chain-leaves'
import { type ChainLeaves, type LeafReport, leafReport } from './leaf-report'
import type { LeafWalk, WalkedLeaves } from './leaf-walk'
import type { Provable } from './provable'

/** Milliseconds for the store to reach the compared slot, and between two checks of that. */
const ARRIVES_WITHIN = 15_000
const CHECK_EVERY = 500

/** Milliseconds until a difference is checked again: the store may have been on a fork. */
const AGAIN_AFTER = 30_000

export interface Comparison {
  store: Store
  ask: AskLeaves | null
  clock: Clock
  signal: AbortSignal
}

/** Both as of one finalized slot: neither lag nor new blocks make a difference. A difference has to be found twice. */
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

async function slotsMissing(slot: number, store: Store, clock: Clock, signal: AbortSignal): Promise<number> {
  const endsAt = clock.monotonic() + ARRIVES_WITHIN
  for (;;) {
    const missing = slot - (await slotReached(store))
    if (missing <= 0 || clock.monotonic() >= endsAt || signal.aborted) return missing
    await pause(CHECK_EVERY, signal, clock)
  }
}
