import { beforeEach } from 'vitest'
import { setClock } from '@/lib/clock'
import { VirtualClock } from './clock'

/**
 * For the tests of a file: the whole process lives by this clock, which begins anew with each of them.
 * @param wallMs what it says at the beginning, in milliseconds since the epoch.
 */
export function virtualTime(wallMs?: number): VirtualClock {
  const clock = new VirtualClock()
  beforeEach(() => {
    clock.restart(wallMs)
    setClock(clock)
  })
  return clock
}
