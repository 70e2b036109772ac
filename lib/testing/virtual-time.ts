import { beforeEach } from 'vitest'
import { setClock } from '@/lib/platform/clock'
import { VirtualClock } from './clock'

/**
 * For the tests of a file: the whole process runs by this clock, which restarts before each of them.
 * @param wallMs its wall time at the start, in milliseconds since the epoch.
 */
export function virtualTime(wallMs?: number): VirtualClock {
  const clock = new VirtualClock()
  beforeEach(() => {
    clock.restart(wallMs)
    setClock(clock)
  })
  return clock
}
