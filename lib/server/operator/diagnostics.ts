import 'server-only'
import { toProblem } from '../../api/rpc-problem'
import type { IndexerStatus, ProbeSample } from '../../api/status'
import { buildInfo } from '../../platform/build-info'
import { nowIso } from '../../platform/clock'
import type { PathForm } from '../../platform/environment'
import { traceCounts } from '../../platform/trace/trace'
import { indexerStatusNow, type ProbeSchedule, probeScheduleOf } from '../../status/health/probe'
import { memory } from '../../upstream/cache/cache'
import type { MemorySize } from '../../upstream/cache/memory'
import { chainOf } from '../../upstream/chain/node'
import type { Guards } from '../../upstream/indexer/guarded-call'
import { upstreamOf } from '../../upstream/indexer/guards'
import { endpointOf, type Indexer, indexersOf, networks } from '../../upstream/networks/networks'
import { pageTurns } from '../listener/page-turns'
import { requestCounts } from '../listener/request-counts'
import { isDraining } from '../liveness/drain'
import { eventLoop } from '../liveness/event-loop'
import { type Delay, loopDelay } from '../liveness/loop-delay'

/*
 * What the explorer knows of itself at this moment, for the people who run it: everything that decides whether and when an
 * indexer or a chain node is requested. Networks go by name, nodes by their place: no URL, no host, no key, no reader.
 */

/** What stands between us and one indexer or chain node. */
export interface GuardState {
  breaker: {
    state: string /** Until a request may try again; 0: none is held back. */
    heldBackMs: number
    reason: string | null
  }
  /** Milliseconds of a pause that was asked for with 429; 0: none. */
  pauseMs: number
  /** Milliseconds until the next request, by the host's rate-limit headers; 0: at once. */
  paceMs: number
  queue: { inFlight: number; waiting: number }
  /** Null: no plan is set. */
  plan: {
    requestsPerSecond: number
    tokens: number
    /** How many times as long as usual answers count as fresh. */
    freshnessFactor: number
    /** Shortest pause between two checks that the plan has room for. */
    checkMs: number
  } | null
}

/** One network: its indexer, how it is checked, and its chain nodes. */
export interface NetworkState extends GuardState {
  network: string
  embedded: boolean
  /** How it takes operations, and whether INDEXER_PATH says so; null: not found out yet. */
  form: { is: PathForm | null; set: boolean }
  verdict: IndexerStatus['verdict']
  summary: string
  slot: number | null
  checks: ProbeSchedule & { last: ProbeSample[] }
  operations: IndexerStatus['operations']
  chainNodes: (GuardState & { node: string; identity: string })[]
}

/** What GET /debug shows, and the body of GET /debug.json. */
export interface Diagnostics {
  at: string
  build: ReturnType<typeof buildInfo>
  process: {
    uptimeSeconds: number
    draining: boolean
    /** True: the main thread has come late for half a minute. */
    stuck: boolean
    eventLoopDelay: { current: Delay; lastMinute: Delay | null }
    memoryBytes: { rss: number; heapUsed: number; heapTotal: number; external: number; arrayBuffers: number }
    /** Requests that are being answered. */
    inFlight: number
    pages: Record<string, { running: number; waiting: number; refused: number }>
  }
  /** Spans; null: traces are off. */
  traces: ReturnType<typeof traceCounts>
  cache: MemorySize
  networks: NetworkState[]
}

/** Checks that are shown. */
const CHECKS = 12

/** Everything as it is now; makes no request, but counts as someone who looks. */
export function diagnostics(): Diagnostics {
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  const pages = Object.entries(pageTurns()).map(([size, { running, waiting, refused }]) => {
    return [size, { running, waiting, refused }] as const
  })
  return {
    at: nowIso(),
    build: buildInfo(),
    process: {
      uptimeSeconds: Math.round(process.uptime()),
      draining: isDraining(),
      stuck: eventLoop().stuck,
      eventLoopDelay: loopDelay().delays,
      memoryBytes: { rss, heapUsed, heapTotal, external, arrayBuffers },
      inFlight: requestCounts().inFlight,
      pages: Object.fromEntries(pages),
    },
    traces: traceCounts(),
    cache: memory().size(),
    networks: networks().flatMap(indexersOf).map(stateOf),
  }
}

function stateOf(indexer: Indexer): NetworkState {
  const { network } = indexer
  const { verdict, summary, slot, samples, operations } = indexerStatusNow(indexer, CHECKS)
  return {
    network: indexer.label,
    embedded: network.embedded,
    form: { is: endpointOf(indexer).form, set: endpointOf(indexer).isFormSet },
    verdict,
    summary,
    slot,
    ...guardsOf(upstreamOf(indexer)),
    checks: { ...probeScheduleOf(indexer), last: samples },
    operations,
    chainNodes: (chainOf(network)?.nodes ?? []).map((node, i) => ({
      node: String(i + 1),
      identity: node.identity.state,
      ...guardsOf(node),
    })),
  }
}

function guardsOf({ breaker, gate, admission, pace, plan }: Guards): GuardState {
  const trouble = breaker.trouble()
  return {
    breaker: {
      state: breaker.state,
      heldBackMs: trouble?.retryAfterMs ?? 0,
      reason: trouble && toProblem(trouble.cause).code,
    },
    pauseMs: gate.remainingMs(),
    paceMs: pace.waitMs(),
    queue: { inFlight: admission.inFlight, waiting: admission.queueLength },
    plan: plan && {
      requestsPerSecond: plan.rate,
      tokens: plan.tokens,
      freshnessFactor: plan.freshnessFactor,
      checkMs: Math.round(plan.probeMs),
    },
  }
}
