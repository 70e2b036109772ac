import type { HistogramValues } from '@/lib/platform/counters'
import type { CatchUp } from '../ledger/catch-up'
import type { Progress } from '../ledger/follow'
import type { Ledger } from '../ledger/ledger'
import type { SpentSeconds } from '../ledger/spent'

export type Role = 'writer' | 'standby' | 'reader'

/** Since the process started. Plain values, since it crosses threads. */
export interface IngestReport extends Omit<Progress, 'forkDepths' | 'commits' | 'spent'> {
  forkDepths: HistogramValues
  commits: HistogramValues
  spent: SpentSeconds
  /** Blocks that did not fit and were fetched again; null: not possible with this ledger. */
  retried: number | null
  /** Nodes of LEDGER on another chain; null: a ledger without nodes. */
  nodesAside: number | null
  /** Seconds without a block although the chain moves; 0 while blocks arrive; null: a ledger without nodes. */
  stalledSeconds: number | null
  /** How fast the store catches up; null: unknown. */
  slotsPerSecond: number | null
  secondsLeft: number | null
}

export function reportOf(
  progress: Progress,
  ledger: Pick<Ledger, 'anomalies' | 'nodesAside' | 'stall'>,
  catchUp: CatchUp,
): IngestReport {
  return {
    ...progress,
    forkDepths: { ...progress.forkDepths },
    commits: { ...progress.commits },
    spent: { ...progress.spent.seconds },
    hashes: { ...progress.hashes },
    retried: ledger.anomalies?.misfits ?? null,
    nodesAside: ledger.nodesAside?.() ?? null,
    stalledSeconds: ledger.stall ? (ledger.stall()?.seconds ?? 0) : null,
    slotsPerSecond: catchUp.slotsPerSecond(),
    secondsLeft: catchUp.secondsLeft(),
  }
}
