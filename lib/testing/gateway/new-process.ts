import type http from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { clock } from '@/lib/clock'
import type { Keeper } from '@/lib/gateway/health/history/keeper'
import type { Probe } from '@/lib/gateway/health/probe'
import { memory } from '@/lib/gateway/memory/remembered'
import { processWide } from '@/lib/gateway/process-wide'
import { VirtualClock } from '@/lib/testing/clock'
import { kept } from '@/lib/testing/new-world'
import { socketsRead } from '@/lib/testing/until'

/** More than anything that is under way is given (ms): upstream/limits.ts. */
const LONGEST_MS = 10_000

/**
 * Makes this process a new one to the gateway: nothing remembered, nothing under way, no connection, no probe, no open
 * history. Everything that lives as long as the process is kept by processWide(), so it can be found and let go. The clock
 * stays; a virtual one goes ahead where something is under way, until that is over.
 */
export async function forgetProcess(): Promise<void> {
  for (const probe of processWide('probes', () => new Map<unknown, Probe>()).values()) probe.end()
  processWide<Pick<Keeper, 'close'>>('history', () => ({ close: () => {} })).close()
  const agents = processWide<Record<string, http.Agent>>('agents', () => ({}))
  for (const agent of Object.values(agents)) agent.destroy()
  await socketsRead()
  const time = clock()
  while (memory().size().flights > 0) {
    if (time instanceof VirtualClock) await time.pass(LONGEST_MS)
    else await setImmediate()
  }
  for (const key of kept('leafscan.gateway.')) Reflect.deleteProperty(globalThis, key)
}
