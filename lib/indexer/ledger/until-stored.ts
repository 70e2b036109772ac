import { type Pause, pause } from '../../platform/clock'
import { log } from '../../platform/log'
import { DAMAGED } from '../store/damage'
import { storageProblem } from '../store/storage-problem'

/** Milliseconds before the first new attempt; each further one waits twice as long. */
const FIRST_WAIT = 1000
const LONGEST_WAIT = 10_000

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** What waits, and where it is reported. */
export interface UntilStored {
  /** `stopped`: why nothing is stored right now; null while it is. */
  progress: { stopped: string | null }
  signal: AbortSignal
  /** The clock, for tests. */
  wait?: Pause
}

/**
 * Runs `write`, which must change nothing when it is run again, until the disk takes it. Meanwhile ingestion stands
 * still, and log and health say why; reads go on. Nothing more is tried with a damaged store. Returns false when it gave
 * up because the signal aborted.
 * @throws whatever is no trouble of the disk.
 */
export async function untilStored(
  write: () => Promise<unknown>,
  { progress, signal, wait = pause }: UntilStored,
): Promise<boolean> {
  for (let ms = FIRST_WAIT; ; ms = Math.min(2 * ms, LONGEST_WAIT)) {
    try {
      await write()
      if (progress.stopped !== null) log('info', 'ingestion goes on')
      progress.stopped = null
      return true
    } catch (error) {
      const problem = storageProblem(error)
      if (problem === null) throw error
      if (progress.stopped !== problem) log('error', 'ingestion stopped', { reason: problem })
      progress.stopped = problem
    }
    if (progress.stopped === DAMAGED) await aborted(signal)
    else await wait(ms, signal)
    if (signal.aborted) return false
  }
}
