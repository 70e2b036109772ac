import 'server-only'
import type { Families } from '../../platform/metric-families'
import { configuration, networks } from '../../upstream/networks/networks'
import { maintenanceOf } from '../health/operator-notes'
import { heartbeatCounts } from './heartbeat'

/** facts/reliability.md (f). */
export function addAlerts(families: Families): void {
  families.gauge(
    'explorer_maintenance',
    '1 while a network is in a maintenance window: hold its alerts back.',
    function* () {
      for (const { name } of networks())
        yield { labels: { upstream: name }, value: Number(maintenanceOf(name) !== null) }
    },
  )
  families.counter(
    'explorer_heartbeat_total',
    'Calls of HEARTBEAT_URL: ok, fail (reported that checks have stopped), or why one did not arrive; absent without it.',
    function* () {
      if (!configuration().heartbeat) return
      for (const [outcome, value] of heartbeatCounts()) yield { labels: { outcome }, value }
    },
  )
}
