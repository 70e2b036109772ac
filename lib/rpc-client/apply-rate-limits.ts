import type { IncomingHttpHeaders } from 'node:http'
import { clock } from '../platform/clock'
import type { Admission } from './admission'
import type { Gate } from './gate'
import type { HostPace } from './host-pace'
import { limitHint } from './limit-headers'
import { limits } from './limits'

/** What stands between us and a host, as far as the host's own words move it. */
interface Heeding {
  gate: Gate
  admission: Admission
  pace: HostPace
}

/**
 * Heeds what a host says of its rate limit with an answer: a short pause is waited for in the queue, and a longer one closes
 * the gate, so that readers learn how long it takes. @param held gets the milliseconds for which that is
 */
export function heed(
  { gate, admission, pace }: Heeding,
  held: (pauseMs: number) => void,
  startedMs: number,
  status: number,
  headers: IncomingHttpHeaders,
): void {
  pace.note(limitHint(headers, clock().wall()), startedMs, status === 429)
  const pauseMs = pace.waitMs()
  if (pauseMs <= Math.max(gate.remainingMs(), limits().queueMs)) return
  gate.hold(pauseMs)
  held(pauseMs)
  admission.recheck()
}
