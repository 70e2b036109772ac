import { setTimeout } from 'node:timers/promises'

/** The time, and waiting: the machine's, or a test's. */
export interface Clock {
  /** Milliseconds that only go forward. */
  now(): number
  /** Resolves after that many milliseconds, or as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const MACHINE_CLOCK: Clock = {
  now: () => performance.now(),
  // An abort rejects the timer; whoever waits looks at the signal.
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
}
