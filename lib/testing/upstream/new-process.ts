import { setImmediate } from 'node:timers/promises'
import { stopComparing } from '@/lib/compare/background'
import { clock } from '@/lib/platform/clock'
import { forgetOnceValues } from '@/lib/platform/once'
import { requestContexts } from '@/lib/platform/request-context'
import { keepAliveAgents } from '@/lib/rpc-client/way'
import { endProbes } from '@/lib/status/health/probe'
import { history } from '@/lib/status/history/history'
import { VirtualClock } from '@/lib/testing/clock'
import { socketsRead } from '@/lib/testing/until'
import { memory } from '@/lib/upstream/cache/cache'

/** Milliseconds; more than any timeout of upstream/limits.ts. */
const MAX_WAIT_MS = 10_000

/** The clock and the current explorer stay; a virtual clock advances until nothing is in flight. */
export async function forgetProcess(): Promise<void> {
  endProbes()
  stopComparing()
  history.existing()?.close()
  for (const agent of keepAliveAgents.existing()?.values() ?? []) agent.destroy()
  await socketsRead()
  const time = clock()
  while ((memory.existing()?.size().inFlight ?? 0) > 0) {
    if (time instanceof VirtualClock) await time.pass(MAX_WAIT_MS)
    else await setImmediate()
  }
  // Each that is left slows down every promise of the process, for as long as it lives.
  requestContexts.existing()?.disable()
  forgetOnceValues(['clock', 'door'])
}
