import 'server-only'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { once } from '../../once'
import { buildInfo } from '../process/build-info'
import { Families } from './families'
import { addGateway } from './from-gateway'
import { addHttp } from './from-http'

/** Gauges of the library whose names end as those of counters do: Prometheus' own check refuses them. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** Everything that a monitor is told, read when it asks. facts/reliability.md (f). */
export const metrics = once(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  const families = new Families(registry)
  families.gauge('explorer_build_info', 'Always 1; the labels tell what runs.', () => [
    { labels: { ...buildInfo() }, value: 1 },
  ])
  addHttp(families)
  addGateway(families)
  return registry
})
