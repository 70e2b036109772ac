import 'server-only'
import type { IndexerStatus } from '../../api/status'
import { VERDICTS } from '../../api/verdicts'
import { MAX_SAMPLES } from '../../gateway/health/network-monitor'
import { statusNow } from '../../gateway/health/probe'
import { memory } from '../../gateway/memory/remembered'
import { networks } from '../../gateway/networks'
import type { CallCounts, CallOutcome } from '../../gateway/upstream/call-counts'
import { snapshotOf } from '../../gateway/upstream/snapshot'
import type { Families, HistogramSeries, Series } from '../../metrics/families'
import { Histogram } from '../../metrics/histogram'
import { type MethodName, methods } from '../../rpc/methods'

/** Operations with something to say, each under the name that the wire knows. */
function entries<T>(by: Partial<Record<MethodName, T>>): [MethodName, T][] {
  return Object.entries(by) as [MethodName, T][]
}

/** Outcomes that alerts watch: told from the first call on, since a series that begins at 1 never grew. */
const ALERTED: readonly CallOutcome[] = ['ok', 'http_429', 'schema', 'integrity']

const STATES = ['closed', 'open', 'half-open'] as const

/** What happens towards the indexers, what is remembered, and how the indexers are. facts/reliability.md (f). */
export function addGateway(families: Families): void {
  addCalls(families)
  addGuards(families)
  addMemory(families)
  addIndexers(families)
}

function addCalls(families: Families): void {
  families.counter('explorer_upstream_requests_total', 'Calls to an indexer, by what became of them.', function* () {
    for (const [upstream, { calls }] of counted()) {
      for (const [op, outcomes] of entries(calls)) {
        const counts = { ...Object.fromEntries(ALERTED.map((outcome) => [outcome, 0])), ...outcomes }
        for (const [outcome, value] of Object.entries(counts)) yield { labels: { upstream, op, outcome }, value }
      }
    }
  })
  families.histogram(
    'explorer_upstream_request_duration_seconds',
    'Time of an exchange with an indexer, from connecting to the last byte.',
    function* () {
      for (const [upstream, { seconds }] of counted()) {
        for (const [op, histogram] of entries(seconds)) yield { labels: { upstream, op }, histogram }
      }
    },
  )
  families.counter('explorer_upstream_retries_total', 'Second attempts, by why the first failed.', function* () {
    for (const [upstream, { retries }] of counted()) {
      for (const [op, reasons] of entries(retries)) {
        for (const [reason, value] of Object.entries(reasons)) yield { labels: { upstream, op, reason }, value }
      }
    }
  })
  families.counter(
    'explorer_upstream_retry_budget_exhausted_total',
    'Second attempts that were not made, because too many were.',
    perUpstream(({ counts }) => counts.retryBudgetExhausted),
  )
  families.histogram('explorer_upstream_response_size_bytes', 'Size of the answers of indexers, unpacked.', () =>
    perOperation(({ bytes }) => bytes),
  )
  families.counter('explorer_listing_incomplete_total', 'Lists found not to be whole, by why.', () =>
    sums(({ incomplete }) => incomplete, 'reason'),
  )
}

function addGuards(families: Families): void {
  families.gauge(
    'explorer_upstream_in_flight',
    'Calls to an indexer under way.',
    perUpstream(({ inFlight }) => inFlight),
  )
  families.gauge(
    'explorer_upstream_queue_length',
    'Calls to an indexer that wait for their turn.',
    perUpstream(({ queueLength }) => queueLength),
  )
  families.histogram(
    'explorer_upstream_queue_wait_seconds',
    'Time for which calls that were made had waited for their turn.',
    function* () {
      for (const [upstream, { queueWait }] of counted()) yield { labels: { upstream }, histogram: queueWait }
    },
  )
  families.gauge(
    'explorer_upstream_breaker_state',
    '1 for the state of the breaker: open means that an indexer that fails is not asked.',
    function* () {
      for (const network of networks()) {
        const { breaker } = snapshotOf(network)
        for (const state of STATES) {
          yield { labels: { upstream: network.name, state: state.replace('-', '_') }, value: Number(state === breaker) }
        }
      }
    },
  )
  families.gauge(
    'explorer_upstream_gate_remaining_seconds',
    'Rest of the pause that an indexer asked for with 429.',
    perUpstream(({ gateRemainingMs }) => gateRemainingMs / 1000),
  )
  families.gauge(
    'explorer_upstream_tokens_available',
    'Calls that the plan allows at once; absent without INDEXER_RATE.',
    perUpstream(({ tokens }) => tokens),
  )
}

function addMemory(families: Families): void {
  families.counter('explorer_cache_requests_total', 'Questions of readers, by how the answer came.', () =>
    // What is never kept, the files of whole lists, is not counted here: there is no `bypass`.
    sums(({ cache }) => cache, 'result'),
  )
  families.gauge('explorer_cache_entries', 'Answers and parts of answers that are remembered.', function* () {
    yield { value: memory().size().entries }
  })
  families.gauge('explorer_cache_size_bytes', 'Room that they take, roughly.', function* () {
    yield { value: memory().size().bytes }
  })
  families.counter(
    'explorer_cache_evictions_total',
    'Cache evictions, by reason: no room, an abandoned view of the chain, refuted by an answer.',
    function* () {
      for (const [reason, value] of Object.entries(memory().size().evictions)) yield { labels: { reason }, value }
    },
  )
  families.histogram('explorer_cache_served_age_seconds', 'Age of remembered answers when they were given out.', () =>
    perOperation(({ servedAge }) => servedAge),
  )
}

function addIndexers(families: Families): void {
  const gauge = (name: string, help: string, read: (status: IndexerStatus) => number | null, samples = 0) =>
    families.gauge(name, help, function* () {
      for (const network of networks()) {
        const value = read(statusNow(network, samples))
        if (value !== null) yield { labels: { upstream: network.name }, value }
      }
    })
  gauge('explorer_indexer_slot', 'The newest slot that the indexer was seen at.', ({ slot }) => slot)
  gauge(
    'explorer_indexer_slot_timestamp_seconds',
    'When that slot was first seen: it stands still while the indexer does.',
    slotSeenAt,
    MAX_SAMPLES,
  )
  gauge(
    'explorer_indexer_lag_slots',
    'Slots behind the chain, as the indexer says; absent where it names none.',
    ({ lag }) => lag,
  )
  gauge(
    'explorer_indexer_up',
    '1 while the last check got a slot.',
    ({ samples: [last] }) => (last ? Number(last.slot !== null) : null),
    1,
  )
  gauge(
    'explorer_indexer_head_age_seconds',
    'Age of the newest indexed slot, reckoned from signature times; absent where it cannot be told.',
    ({ headAge }) => headAge?.seconds ?? null,
  )
  families.gauge('explorer_indexer_verdict', '1 for the verdict on the indexer, as /status shows it.', function* () {
    for (const network of networks()) {
      const status = statusNow(network)
      for (const verdict of VERDICTS) {
        yield { labels: { upstream: network.name, verdict }, value: Number(status.verdict === verdict) }
      }
    }
  })
  families.counter(
    'explorer_indexer_slot_regressions_total',
    'Answers whose slot lay below one that was known before they were asked for.',
    perUpstream(({ counts }) => counts.slotRegressions),
  )
}

/** Seconds since 1970 at which the slot was first seen; of one that never moved, the first sample. */
function slotSeenAt({ slot, slotMovedAt, samples }: IndexerStatus): number | null {
  if (slot === null) return null
  const at = slotMovedAt ?? samples.find((sample) => sample.slot === slot)?.at
  return at === undefined ? null : Date.parse(at) / 1000
}

function* counted(): Iterable<[string, CallCounts]> {
  for (const network of networks()) yield [network.name, snapshotOf(network).counts]
}

function perUpstream(read: (snapshot: ReturnType<typeof snapshotOf>) => number | null): () => Iterable<Series> {
  return function* () {
    for (const network of networks()) {
      const value = read(snapshotOf(network))
      if (value !== null) yield { labels: { upstream: network.name }, value }
    }
  }
}

/** Counts by operation and word, of all networks together. */
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

/** Histograms by operation, of all networks together. */
function* perOperation(
  read: (counts: CallCounts) => Partial<Record<MethodName, Histogram>>,
): Iterable<HistogramSeries> {
  for (const op of Object.keys(methods) as MethodName[]) {
    const parts = [...counted()].flatMap(([, counts]) => read(counts)[op] ?? [])
    if (parts.length > 0) yield { labels: { op }, histogram: Histogram.sum(parts) }
  }
}
