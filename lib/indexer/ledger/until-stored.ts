import { type Pause, pause } from '../../platform/clock'
import { log } from '../../platform/log'
import { DAMAGED } from '../store/damage'
import { storageProblem } from '../store/storage-problem'

/** Milliseconds before the first retry; each further wait doubles. */
const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 10_000

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

export interface UntilStoredOptions {
  progress: { stopped: string | null }
  signal: AbortSignal
  wait?: Pause
}

/** `write` must be idempotent. Not retried on a damaged store. False: aborted. @throws anything but disk problems */
export async function retryUntilStored(
  write: () => Promise<unknown>,
  { progress, signal, wait = pause }: UntilStoredOptions,
): Promise<boolean> {
  for (let ms = FIRST_WAIT_MS; ; ms = Math.min(2 * ms, MAX_WAIT_MS)) {
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
    if (progress.stopped === DAMAGED) await untilAborted(signal)
    else await wait(ms, signal)
    if (signal.aborted) return false
  }
}
