import 'server-only'
import { Histogram } from '../platform/counters'
import type { HistogramSeries, MetricFamilies, MetricSeries } from '../platform/metric-families'
import { type MethodName, methods } from '../protocol/rpc/methods'
import { memory } from './cache/cache'
import { certificatesOf } from './certificates'
import { chainOf } from './chain/node'
import type { CallCounts, CallOutcome } from './indexer/call-counts'
import { type Upstream, upstreamOf } from './indexer/indexers'
import { type Indexer, indexersOf, networks } from './networks/networks'

function entries<T>(by: Partial<Record<MethodName, T>>): [MethodName, T][] {
  return Object.entries(by) as [MethodName, T][]
}

/** Reported as 0 from the start, because Prometheus sees no increase in a series that begins at 1. */
const ALERTED: readonly CallOutcome[] = ['ok', 'http_429', 'schema', 'integrity']

const STATES = ['closed', 'open', 'half-open'] as const

export function addGatewayMetrics(families: MetricFamilies): void {
  families.counter('leafscan_upstream_requests_total', 'Requests to an indexer, by outcome.', () => {
    const zeros = Object.fromEntries(ALERTED.map((outcome) => [outcome, 0]))
    return perWord('outcome', ({ calls }) => calls, zeros)
  })
  families.histogram(
    'leafscan_upstream_request_duration_seconds',
    'Duration of a request to an indexer, from connecting to the last byte.',
    function* () {
      for (const [labels, { counts }] of upstreams()) {
        for (const [op, histogram] of entries(counts.seconds)) yield { labels: { ...labels, op }, histogram }
      }
    },
  )
  families.counter('leafscan_upstream_retries_total', 'Retries, by why the first attempt failed.', () =>
    perWord('reason', ({ retries }) => retries),
  )
  families.counter(
    'leafscan_upstream_retry_budget_exhausted_total',
    'Retries skipped because the retry budget was used up.',
    perUpstream(({ counts }) => counts.retryBudgetExhausted),
  )
  families.histogram('leafscan_upstream_response_size_bytes', 'Size of indexer responses, decompressed.', () =>
    perOperation(({ bytes }) => bytes),
  )
  families.counter(
    'leafscan_indexer_slot_regressions_total',
    'Answers with a slot below one already known when they were requested.',
    perUpstream(({ counts }) => counts.slotRegressions),
  )
  families.counter('leafscan_listing_incomplete_total', 'Lists found incomplete, by reason.', () =>
    sums(({ incomplete }) => incomplete, 'reason'),
  )
  addGuards(families)
  addMemory(families)
}

function addGuards(families: MetricFamilies): void {
  const gauge = (name: string, help: string, read: (upstream: Upstream) => number | null) =>
    families.gauge(`leafscan_upstream_${name}`, help, perUpstream(read))
  gauge('in_flight', 'Requests to an indexer in flight.', ({ admission }) => admission.inFlight)
  gauge('queue_length', 'Requests to an indexer waiting for their turn.', ({ admission }) => admission.queueLength)
  families.histogram('leafscan_upstream_queue_wait_seconds', 'Time that requests waited for their turn.', function* () {
    for (const [labels, { counts }] of upstreams()) yield { labels, histogram: counts.queueWait }
  })
  families.gauge(
    'leafscan_upstream_breaker_state',
    '1 for the state of the breaker; open: requests to a failing indexer are paused.',
    function* () {
      for (const [labels, { breaker }] of upstreams()) {
        for (const state of STATES) {
          yield { labels: { ...labels, state: state.replace('-', '_') }, value: Number(state === breaker.state) }
        }
      }
    },
  )
  gauge('gate_remaining_seconds', 'Time left of a pause requested by an indexer with 429.', ({ gate }) => {
    return gate.remainingMs() / 1000
  })
  gauge('tokens_available', 'Requests that the plan allows at once; absent without INDEXER_RATE.', ({ plan }) => {
    return plan?.tokens ?? null
  })
}

function addMemory(families: MetricFamilies): void {
  families.counter('leafscan_cache_requests_total', 'Reader requests, by how they were answered.', () =>
    // Exported lists are never cached and not counted.
    sums(({ cache }) => cache, 'result'),
  )
  families.gauge('leafscan_cache_entries', 'Cached answers and parts of answers.', () => [
    { value: memory().size().entries },
  ])
  families.gauge('leafscan_cache_size_bytes', 'Approximate size of the cache.', () => [
    { value: memory().size().bytes },
  ])
  families.counter(
    'leafscan_cache_evictions_total',
    'Cache evictions, by reason: no room, chain rollback, contradicted by a newer answer.',
    () => Object.entries(memory().size().evictions).map(([reason, value]) => ({ labels: { reason }, value })),
  )
  families.histogram('leafscan_cache_served_age_seconds', 'Age of cached answers when served.', () =>
    perOperation(({ servedAge }) => servedAge),
  )
}

function* upstreams(): Iterable<[Record<string, string>, Upstream]> {
  for (const indexer of networks().flatMap(indexersOf)) yield [labelsOf(indexer), upstreamOf(indexer)]
}

function labelsOf({ network, label }: Indexer): Record<string, string> {
  return label === network.name ? { upstream: label } : { upstream: network.name, indexer: label }
}

function perUpstream(read: (upstream: Upstream) => number | null): () => Iterable<MetricSeries> {
  return function* () {
    for (const [labels, upstream] of upstreams()) {
      const value = read(upstream)
      if (value !== null) yield { labels, value }
    }
  }
}

function* perWord(
  label: string,
  read: (counts: CallCounts) => Partial<Record<MethodName, Partial<Record<string, number>>>>,
  zeros: Record<string, number> = {},
): Iterable<MetricSeries> {
  for (const [labels, { counts }] of upstreams()) {
    for (const [op, words] of entries(read(counts))) {
      for (const [word, value = 0] of Object.entries({ ...zeros, ...words })) {
        yield { labels: { ...labels, op, [label]: word }, value }
      }
    }
  }
}

function* sums<W extends string>(
  read: (counts: CallCounts) => Partial<Record<MethodName, Partial<Record<W, number>>>>,
  label: string,
): Iterable<MetricSeries> {
  for (const op of Object.keys(methods) as MethodName[]) {
    const words = new Map<string, number>()
    for (const [, { counts }] of upstreams()) {
      for (const [word, count] of Object.entries(read(counts)[op] ?? {}) as [W, number][]) {
        words.set(word, (words.get(word) ?? 0) + count)
      }
    }
    for (const [word, value] of words) yield { labels: { op, [label]: word }, value }
  }
}

function* perOperation(
  read: (counts: CallCounts) => Partial<Record<MethodName, Histogram>>,
): Iterable<HistogramSeries> {
  for (const op of Object.keys(methods) as MethodName[]) {
    const parts = [...upstreams()].flatMap(([, { counts }]) => read(counts)[op] ?? [])
    if (parts.length > 0) yield { labels: { op }, histogram: Histogram.sum(parts) }
  }
}

export function addChainMetrics(families: MetricFamilies): void {
  families.gauge(
    'leafscan_upstream_certificate_expiry_timestamp_seconds',
    'When the certificate of an https indexer or chain node ends, by role; the earliest of several.',
    function* () {
      for (const network of networks()) {
        const known = certificatesOf(network)
        for (const role of ['indexer', 'chain'] as const) {
          const ends = known.flatMap((each) => (each.role === role ? [each.endMs] : []))
          if (ends.length > 0) yield { labels: { upstream: network.name, role }, value: Math.min(...ends) / 1_000 }
        }
      }
    },
  )
  families.counter('leafscan_chain_requests_total', 'Requests to a chain node, by outcome.', function* () {
    for (const { upstream, chain } of chains()) {
      for (const [op, outcomes] of Object.entries(chain.counts.calls)) {
        for (const [outcome, value] of Object.entries(outcomes)) yield { labels: { upstream, op, outcome }, value }
      }
    }
  })
  families.counter('leafscan_chain_from_disk_total', 'Final transactions read from disk, not requested.', function* () {
    for (const { upstream, chain } of chains()) yield { labels: { upstream }, value: chain.counts.fromDisk }
  })
  families.gauge('leafscan_chain_nodes', 'Chain nodes, by whether they are on the indexer’s chain.', function* () {
    for (const { upstream, chain } of chains()) {
      for (const state of ['checked', 'unchecked', 'wrong'] as const) {
        const value = chain.nodes.filter(({ identity }) => identity.state === state).length
        yield { labels: { upstream, state }, value }
      }
    }
  })
}

function chains() {
  return networks().flatMap((network) => {
    const chain = chainOf(network)
    return chain ? [{ upstream: network.name, chain }] : []
  })
}
