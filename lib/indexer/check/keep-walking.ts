import { type Clock, pause } from '../../platform/clock'
import type { Store } from '../store/store'
import { runRepeatedly } from './keep-checking'
import type { FetchLeaves } from './leaves/chain-leaves'
import { compareWithChain } from './leaves/compare-leaves'
import type { LeafReport } from './leaves/leaf-report'
import { LeafWalk } from './leaves/leaf-walk'
import type { ProvableLeaves } from './leaves/provable'
import type { CheckMessage } from './messages'

/* Walks in portions, so that requests are not delayed. A result is never older than an hour. */

const MAX_WALK_MS = 1_200_000
const MAX_PAUSE_MS = 1_000
const REST_MS = 600_000

const RETRY_MS = 60_000

export interface BackgroundWalk {
  store: Store
  provable: ProvableLeaves
  ask: FetchLeaves | null
  report(message: CheckMessage): void
  clock: Clock
  signal: AbortSignal
}

export async function keepWalking(options: BackgroundWalk): Promise<void> {
  const { provable, report } = options
  if (provable.kind === 'nothing') return
  await runRepeatedly(options, RETRY_MS, async () => {
    const found = await walkSlowly(provable, options)
    if (found) report({ kind: 'leaves', report: found })
    return REST_MS
  })
}

async function walkSlowly(
  provable: Exclude<ProvableLeaves, { kind: 'nothing' }>,
  options: BackgroundWalk,
): Promise<LeafReport | null> {
  const { store, clock, signal } = options
  const walk = new LeafWalk(store, provable.kind === 'sandbox' ? provable.rounds : null)
  const endsAt = clock.monotonic() + MAX_WALK_MS
  for (;;) {
    const portions = await walk.step()
    if (portions === 0) {
      const report = await compareWithChain(walk, provable, options)
      return signal.aborted ? null : report
    }
    await pause(Math.max(0, Math.min(MAX_PAUSE_MS, (endsAt - clock.monotonic()) / portions)), signal, clock)
    if (signal.aborted) return null
  }
}
