import 'server-only'
import { Histogram } from '../platform/counters'
import type { Families, HistogramSeries, Series } from '../platform/metric-families'
import { type MethodName, methods } from '../protocol/rpc/methods'
import { memory } from './cache/cache'
import type { CallCounts, CallOutcome } from './indexer/call-counts'
import { type Indexer, indexersOf, networks } from './networks/networks'
import { snapshotOf } from './snapshot'

function entries<T>(by: Partial<Record<MethodName, T>>): [MethodName, T][] {
  return Object.entries(by) as [MethodName, T][]
}

/** Reported from the first call: a series that begins at 1 shows no increase. */
const ALERTED: readonly CallOutcome[] = ['ok', 'http_429', 'schema', 'integrity']

const STATES = ['closed', 'open', 'half-open'] as const

/** facts/reliability.md (f). */
export function addGateway(families: Families): void {
  addCalls(families)
  addGuards(families)
  addMemory(families)
}

function addCalls(families: Families): void {
  families.counter('explorer_upstream_requests_total', 'Requests to an indexer, by outcome.', function* () {
    for (const [labels, { calls }] of counted()) {
      for (const [op, outcomes] of entries(calls)) {
        const counts = { ...Object.fromEntries(ALERTED.map((outcome) => [outcome, 0])), ...outcomes }
        for (const [outcome, value] of Object.entries(counts)) yield { labels: { ...labels, op, outcome }, value }
      }
    }
  })
  families.histogram(
    'explorer_upstream_request_duration_seconds',
    'Duration of a request to an indexer, from connecting to the last byte.',
    function* () {
      for (const [labels, { seconds }] of counted()) {
        for (const [op, histogram] of entries(seconds)) yield { labels: { ...labels, op }, histogram }
      }
    },
  )
  families.counter('explorer_upstream_retries_total', 'Retries, by why the first attempt failed.', function* () {
    for (const [labels, { retries }] of counted()) {
      for (const [op, reasons] of entries(retries)) {
        for (const [reason, value] of Object.entries(reasons)) yield { labels: { ...labels, op, reason }, value }
      }
    }
  })
  families.counter(
    'explorer_upstream_retry_budget_exhausted_total',
    'Retries skipped because the retry budget was used up.',
    perUpstream(({ counts }) => counts.retryBudgetExhausted),
  )
  families.histogram('explorer_upstream_response_size_bytes', 'Size of indexer responses, decompressed.', () =>
    perOperation(({ bytes }) => bytes),
  )
  families.counter(
    'explorer_indexer_slot_regressions_total',
    'Answers with a slot below one already known when they were requested.',
    perUpstream(({ counts }) => counts.slotRegressions),
  )
  families.counter('explorer_listing_incomplete_total', 'Lists found incomplete, by reason.', () =>
    sums(({ incomplete }) => incomplete, 'reason'),
  )
}

function addGuards(families: Families): void {
  families.gauge(
    'explorer_upstream_in_flight',
    'Requests to an indexer in flight.',
    perUpstream(({ inFlight }) => inFlight),
  )
  families.gauge(
    'explorer_upstream_queue_length',
    'Requests to an indexer waiting for their turn.',
    perUpstream(({ queueLength }) => queueLength),
  )
  families.histogram('explorer_upstream_queue_wait_seconds', 'Time that requests waited for their turn.', function* () {
    for (const [labels, { queueWait }] of counted()) yield { labels, histogram: queueWait }
  })
  families.gauge(
    'explorer_upstream_breaker_state',
    '1 for the state of the breaker; open: requests to a failing indexer are paused.',
    function* () {
      for (const indexer of indexers()) {
        const { breaker } = snapshotOf(indexer)
        for (const state of STATES) {
          yield {
            labels: { ...labelsOf(indexer), state: state.replace('-', '_') },
            value: Number(state === breaker),
          }
        }
      }
    },
  )
  families.gauge(
    'explorer_upstream_gate_remaining_seconds',
    'Time left of a pause requested by an indexer with 429.',
    perUpstream(({ gateRemainingMs }) => gateRemainingMs / 1000),
  )
  families.gauge(
    'explorer_upstream_tokens_available',
    'Requests that the plan allows at once; absent without INDEXER_RATE.',
    perUpstream(({ tokens }) => tokens),
  )
}

function addMemory(families: Families): void {
  families.counter('explorer_cache_requests_total', 'Reader requests, by how they were answered.', () =>
    // No `bypass`: files of whole lists, which are never cached, are not counted.
    sums(({ cache }) => cache, 'result'),
  )
  families.gauge('explorer_cache_entries', 'Cached answers and parts of answers.', function* () {
    yield { value: memory().size().entries }
  })
  families.gauge('explorer_cache_size_bytes', 'Approximate size of the cache.', function* () {
    yield { value: memory().size().bytes }
  })
  families.counter(
    'explorer_cache_evictions_total',
    'Cache evictions, by reason: no room, chain rollback, contradicted by a newer answer.',
    function* () {
      for (const [reason, value] of Object.entries(memory().size().evictions)) yield { labels: { reason }, value }
    },
  )
  families.histogram('explorer_cache_served_age_seconds', 'Age of cached answers when served.', () =>
    perOperation(({ servedAge }) => servedAge),
  )
}

function* counted(): Iterable<[Labels, CallCounts]> {
  for (const indexer of indexers()) yield [labelsOf(indexer), snapshotOf(indexer).counts]
}

function perUpstream(read: (snapshot: ReturnType<typeof snapshotOf>) => number | null): () => Iterable<Series> {
  return function* () {
    for (const indexer of indexers()) {
      const value = read(snapshotOf(indexer))
      if (value !== null) yield { labels: labelsOf(indexer), value }
    }
  }
}

type Labels = { upstream: string; indexer?: string }

function labelsOf({ network, label }: Indexer): Labels {
  return label === network.name ? { upstream: label } : { upstream: network.name, indexer: label }
}

function indexers(): Indexer[] {
  return networks().flatMap(indexersOf)
}

function* sums<W extends string>(
  read: (counts: CallCounts) => Partial<Record<MethodName, Partial<Record<W, number>>>>,
  label: string,
): Iterable<Series> {
  for (const op of Object.keys(methods) as MethodName[]) {
    const words = new Map<string, number>()
    for (const [, counts] of counted()) {
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
    const parts = [...counted()].flatMap(([, counts]) => read(counts)[op] ?? [])
    if (parts.length > 0) yield { labels: { op }, histogram: Histogram.sum(parts) }
  }
}
