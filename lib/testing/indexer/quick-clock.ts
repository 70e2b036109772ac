import { setTimeout } from 'node:timers/promises'
import type { Clock } from '@/lib/indexer/clock'

/**
 * A clock that runs many times as fast as the machine's, for tests in which real exchanges over loopback and waiting
 * take turns: a pause of seconds takes milliseconds, and pauses keep their order.
 */
export function quickClock(times = 20): Clock {
  const began = performance.now()
  return {
    now: () => (performance.now() - began) * times,
    sleep: (ms, signal) => setTimeout(Math.max(0, ms) / times, undefined, { signal }).catch(() => undefined),
  }
}
