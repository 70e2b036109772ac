import type { Figures } from '@/lib/platform/counters'
import type { CatchUp } from '../ledger/catch-up'
import type { Progress } from '../ledger/follow'
import type { Ledger } from '../ledger/ledger'
import type { SpentSeconds } from '../ledger/spent'

/** What a process does with the store: it writes, waits for its turn to write, or only ever reads. */
export type Role = 'writer' | 'standby' | 'reader'

/** What ingestion has done since the process started, as plain values: it comes from another thread. */
export interface Report extends Omit<Progress, 'forkDepths' | 'commits' | 'spent'> {
  forkDepths: Figures
  commits: Figures
  spent: SpentSeconds
  /** Blocks that did not fit and were fetched again; null for a ledger that cannot have any. */
  retried: number | null
  /** Nodes of LEDGER that are on another chain; null for a ledger without nodes. */
  nodesAside: number | null
  /** Seconds for which no block has come although the chain goes on, 0 while blocks come; null for a ledger without nodes. */
  standingSeconds: number | null
  /** How fast the store comes closer to the head of its chain; null where nobody knows. */
  slotsPerSecond: number | null
  secondsLeft: number | null
}

/** The progress as plain values that may be sent to another thread. */
export function reportOf(
  progress: Progress,
  ledger: Pick<Ledger, 'anomalies' | 'nodesAside' | 'standing'>,
  catchUp: CatchUp,
): Report {
  return {
    ...progress,
    forkDepths: { ...progress.forkDepths },
    commits: { ...progress.commits },
    spent: { ...progress.spent.seconds },
    hashes: { ...progress.hashes },
    retried: ledger.anomalies?.misfits ?? null,
    nodesAside: ledger.nodesAside?.() ?? null,
    standingSeconds: ledger.standing ? (ledger.standing()?.seconds ?? 0) : null,
    slotsPerSecond: catchUp.slotsPerSecond(),
    secondsLeft: catchUp.secondsLeft(),
  }
}
