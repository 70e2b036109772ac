import { type Clock, pause } from '../../platform/clock'
import type { Store } from '../store/store'
import { repeatedly } from './keep-checking'
import type { AskLeaves } from './leaves/chain-leaves'
import { comparedReport } from './leaves/compare-leaves'
import type { LeafReport } from './leaves/leaf-report'
import { LeafWalk } from './leaves/leaf-walk'
import type { Provable } from './leaves/provable'
import type { CheckMessage } from './messages'

/* A portion at a time: a result is never older than an hour, and a lost row is found after at most two walks. */

/** Milliseconds: limit of a walk, whatever the store's size; longest pause between portions; pause between walks. */
const WALK_WITHIN = 1_200_000
const MAX_PAUSE_MS = 1_000
const REST = 600_000

/** Milliseconds. */
const RETRY = 60_000

export interface BackgroundWalk {
  store: Store
  provable: Provable
  ask: AskLeaves | null
  report(message: CheckMessage): void
  clock: Clock
  signal: AbortSignal
}

export async function keepWalking(options: BackgroundWalk): Promise<void> {
  const { provable, report } = options
  if (provable.kind === 'nothing') return
  await repeatedly(options, RETRY, async () => {
    const found = await walkSlowly(provable, options)
    if (found) report({ kind: 'leaves', report: found })
    return REST
  })
}

async function walkSlowly(
  provable: Exclude<Provable, { kind: 'nothing' }>,
  options: BackgroundWalk,
): Promise<LeafReport | null> {
  const { store, clock, signal } = options
  const walk = new LeafWalk(store, provable.kind === 'sandbox' ? provable.rounds : null)
  const endsAt = clock.monotonic() + WALK_WITHIN
  for (;;) {
    const portions = await walk.step()
    if (portions === 0) {
      const report = await comparedReport(walk, provable, options)
      return signal.aborted ? null : report
    }
    await pause(Math.max(0, Math.min(MAX_PAUSE_MS, (endsAt - clock.monotonic()) / portions)), signal, clock)
    if (signal.aborted) return null
  }
}
