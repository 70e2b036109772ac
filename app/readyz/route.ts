import { isDraining } from '@/lib/gateway/drain'
import { networkNames } from '@/lib/gateway/networks'

export const dynamic = 'force-dynamic'

/**
 * Readiness of this process: its configuration reads and it is not about to stop. Not the indexer's state: all copies
 * of the explorer share that one, and would leave service together. facts/reliability.md (f).
 */
export function GET(): Response {
  const config = configurationReads() ? 'pass' : 'fail'
  const draining = isDraining()
  const ready = config === 'pass' && !draining
  return Response.json(
    { status: ready ? 'pass' : 'fail', draining, checks: { config } },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  )
}

function configurationReads(): boolean {
  try {
    return networkNames().length > 0
  } catch {
    return false
  }
}
