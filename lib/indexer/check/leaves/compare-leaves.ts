import { base58 } from '@scure/base'
import { type Clock, pause } from '../../../platform/clock'
import { slotReached } from '../../store/apply'
import type { Store } from '../../store/store'
import type { FetchLeaves } from './chain-leaves'
import { type ChainLeaves, createLeafReport, type LeafReport } from './leaf-report'
import type { LeafWalk, WalkedLeaves } from './leaf-walk'
import type { ProvableLeaves } from './provable'

/** For the store to reach the slot of the comparison. */
const CATCH_UP_TIMEOUT_MS = 15_000
const POLL_MS = 500

/** A difference is checked again: the store may have been on a fork. */
const RECHECK_AFTER_MS = 30_000

export interface Comparison {
  store: Store
  ask: FetchLeaves | null
  clock: Clock
  signal: AbortSignal
}

/** Compares as of one finalized slot, so that lag and new blocks make no difference. A difference has to be found twice. */
export async function compareWithChain(
  walk: LeafWalk,
  provable: Exclude<ProvableLeaves, { kind: 'nothing' }>,
  { store, ask, clock, signal }: Comparison,
): Promise<LeafReport> {
  const uncompared = async (reason: string | null) => ({
    ...createLeafReport(await walk.end(), provable, null),
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
    if (isSecond || !differ(walked, chain)) return createLeafReport(walked, provable, chain)
    await pause(RECHECK_AFTER_MS, signal, clock)
  }
}

function differ({ trees }: WalkedLeaves, { next }: ChainLeaves): boolean {
  return trees.some(({ tree, nextAt }) => nextAt !== null && nextAt !== (next.get(base58.encode(tree)) ?? nextAt))
}

async function slotsMissing(slot: number, store: Store, clock: Clock, signal: AbortSignal): Promise<number> {
  const endsAt = clock.monotonic() + CATCH_UP_TIMEOUT_MS
  for (;;) {
    const missing = slot - (await slotReached(store))
    if (missing <= 0 || clock.monotonic() >= endsAt || signal.aborted) return missing
    await pause(POLL_MS, signal, clock)
  }
}
