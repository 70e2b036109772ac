import { beforeEach } from 'vitest'
import { setClock } from '@/lib/platform/clock'
import { VirtualClock } from './clock'

/** Restarts before each test. @param wallMs milliseconds since the epoch */
export function virtualTime(wallMs?: number): VirtualClock {
  const clock = new VirtualClock()
  beforeEach(() => {
    clock.restart(wallMs)
    setClock(clock)
  })
  return clock
}
