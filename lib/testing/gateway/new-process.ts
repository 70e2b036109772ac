import type http from 'node:http'
import { closeHistory } from '@/lib/gateway/health/history/history'
import { endProbe } from '@/lib/gateway/health/probe'
import { networks } from '@/lib/gateway/networks'
import { processWide } from '@/lib/gateway/process-wide'
import type { Limits } from '@/lib/gateway/upstream/limits'

/** CI's times (facts/reliability.md (b)): short enough to wait for, long enough for a busy machine. */
export const SHORT_LIMITS = {
  connectMs: 200,
  attemptMs: 400,
  totalMs: 800,
  worthTryingMs: 100,
  patienceMs: 200,
  queueMs: 200,
  retryPauseMs: 30,
  walkPatienceMs: 800,
} satisfies Limits

/**
 * Makes this process a new one to the gateway: nothing remembered, no connection, no probe, no open
 * history. Everything that lives as
 * long as the process is kept by processWide(), so it can be found and let go.
 */
export function forgetProcess(): void {
  for (const network of networks()) endProbe(network)
  closeHistory()
  const agents = processWide<Record<string, http.Agent>>('agents', () => ({}))
  for (const agent of Object.values(agents)) agent.destroy()
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith('leafscan.gateway.')) Reflect.deleteProperty(globalThis, key)
  }
}
