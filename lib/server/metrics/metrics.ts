import 'server-only'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { addProofMetrics } from '../../account/proof/metrics'
import { refusalCounts } from '../../api/refusals'
import { addCompareMetrics } from '../../compare/metrics'
import { buildInfo } from '../../platform/build-info'
import { MetricFamilies } from '../../platform/metric-families'
import { once } from '../../platform/once'
import { addAlertMetrics, addIndexerMetrics } from '../../status/metrics'
import { addChainMetrics, addGatewayMetrics } from '../../upstream/metrics'
import { pageTurns } from '../listener/page-turns'
import { requestCounts } from '../listener/request-counts'

/** Gauges of prom-client named like counters, which Prometheus' linter rejects. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

export const metrics = once('metrics', () => {
  const node = new Registry()
  collectDefaultMetrics({ register: node })
  for (const name of MISNAMED) node.removeSingleMetric(name)
  const families = new MetricFamilies()
  families.gauge('leafscan_build_info', 'Always 1; the labels describe the running build.', () => [
    { labels: { ...buildInfo() }, value: 1 },
  ])
  addHttp(families)
  addGatewayMetrics(families)
  addIndexerMetrics(families)
  addChainMetrics(families)
  addProofMetrics(families)
  addCompareMetrics(families)
  addAlertMetrics(families)
  return {
    text: async () => `${await node.metrics()}\n${families.text()}`,
    names: () => [...node.getMetricsAsArray().map(({ name }) => name), ...families.names()],
    contentType: node.contentType,
  }
})

function addHttp(families: MetricFamilies): void {
  families.counter('leafscan_http_requests_total', 'Requests served, by route, method and status.', function* () {
    for (const { route, method, code, count } of requestCounts().answers.values()) {
      yield { labels: { route, method, code: String(code) }, value: count }
    }
  })
  families.histogram(
    'leafscan_http_request_duration_seconds',
    'Time from request headers to the last byte of the response; cache is how an API response was served.',
    function* () {
      for (const { route, cache, histogram } of requestCounts().seconds.values()) {
        yield { labels: { route, cache }, histogram }
      }
    },
  )
  families.gauge('leafscan_http_in_flight_requests', 'Requests being served.', function* () {
    yield { value: requestCounts().inFlight }
  })
  families.histogram('leafscan_http_response_size_bytes', 'Response size, as sent, headers included.', function* () {
    for (const { route, histogram } of requestCounts().bytes.values()) yield { labels: { route }, histogram }
  })
  const turns = () => Object.entries(pageTurns()).map(([size, of]) => ({ labels: { size }, of }))
  families.gauge('leafscan_pages_drawn_at_once', 'Pages being rendered.', function* () {
    for (const { labels, of } of turns()) yield { labels, value: of.running }
  })
  families.gauge('leafscan_pages_waiting', 'Pages waiting for their turn.', function* () {
    for (const { labels, of } of turns()) yield { labels, value: of.waiting }
  })
  families.counter(
    'leafscan_pages_refused_total',
    'Pages refused with 503 because too many were waiting.',
    function* () {
      for (const { labels, of } of turns()) yield { labels, value: of.refused }
    },
  )
  families.counter('leafscan_validation_failures_total', 'Rejected API parameters, by route and name.', function* () {
    for (const { route, param, count } of refusalCounts().values()) yield { labels: { route, param }, value: count }
  })
}
