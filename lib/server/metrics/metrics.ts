import 'server-only'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { addProofs } from '../../account/proof/metrics'
import { addCompare } from '../../compare/metrics'
import { buildInfo } from '../../platform/build-info'
import { Families } from '../../platform/metric-families'
import { once } from '../../platform/once'
import { addAlerts, addIndexers } from '../../status/metrics'
import { addChain } from '../../upstream/chain/metrics'
import { addGateway } from '../../upstream/metrics'
import { addHttp } from './requests'

/** Gauges of the library that end like counters: Prometheus' linter rejects them. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

export const metrics = once('metrics', () => {
  const node = new Registry()
  collectDefaultMetrics({ register: node })
  for (const name of MISNAMED) node.removeSingleMetric(name)
  const families = new Families()
  families.gauge('explorer_build_info', 'Always 1; the labels describe the running build.', () => [
    { labels: { ...buildInfo() }, value: 1 },
  ])
  addHttp(families)
  addGateway(families)
  addIndexers(families)
  addChain(families)
  addProofs(families)
  addCompare(families)
  addAlerts(families)
  return {
    text: async () => `${await node.metrics()}\n${families.text()}`,
    names: () => [...node.getMetricsAsArray().map(({ name }) => name), ...families.names()],
    contentType: node.contentType,
  }
})
