import { isDraining } from '@/lib/http/process/drain'
import { historyOpen } from '@/lib/gateway/health/history/history'
import { networkNames } from '@/lib/gateway/networks'

export const dynamic = 'force-dynamic'

/**
 * Readiness of this process: its configuration reads and it is not about to stop. Not the indexer's state: all copies
 * of the explorer share that one, and would leave service together. The history is told of and does not decide either:
 * every page but its own does without. facts/reliability.md (f), lib/gateway/DECISIONS.md.
 */
export function GET(): Response {
  const config = configurationReads() ? 'pass' : 'fail'
  const history = historyOpen()
  const draining = isDraining()
  const ready = config === 'pass' && !draining
  return Response.json(
    {
      status: ready ? 'pass' : 'fail',
      draining,
      checks: { config, history: history.ok ? 'pass' : 'warn' },
      ...(history.reason !== undefined && { output: history.reason }),
    },
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
