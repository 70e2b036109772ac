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
import { upstreamOf } from '../../upstream/indexer/indexers'
import { endpointOf, type Indexer, indexersOf, networks } from '../../upstream/networks/networks'
import { pageTurns } from '../listener/page-turns'
import { requestCounts } from '../listener/request-counts'
import { isDraining } from '../liveness/drain'
import { eventLoop } from '../liveness/event-loop'
import { type Delay, loopDelay } from '../liveness/loop-delay'

/*
 * Everything that decides whether and when an indexer or node is requested. Networks by name, nodes by position: no URL, host,
 * key or reader.
 */

export interface GuardState {
  breaker: {
    state: string /** Until a request may try again; 0: none is held back. */
    heldBackMs: number
    reason: string | null
  }
  /** Milliseconds left of a pause after 429; 0: none. */
  pauseMs: number
  /** Milliseconds until the next request by the rate-limit headers; 0: at once. */
  paceMs: number
  queue: { inFlight: number; waiting: number }
  /** null: no plan is set. */
  plan: {
    requestsPerSecond: number
    tokens: number
    /** Multiple of the usual time for which answers count as fresh. */
    freshnessFactor: number
    /** Shortest interval of checks that the plan allows. */
    checkMs: number
  } | null
}

export interface NetworkState extends GuardState {
  network: string
  embedded: boolean
  /** `set`: by INDEXER_PATH. null: not detected yet. */
  form: { is: PathForm | null; set: boolean }
  verdict: IndexerStatus['verdict']
  summary: string
  slot: number | null
  checks: ProbeSchedule & { last: ProbeSample[] }
  operations: IndexerStatus['operations']
  chainNodes: (GuardState & { node: string; identity: string })[]
}

export interface Diagnostics {
  at: string
  build: ReturnType<typeof buildInfo>
  process: {
    uptimeSeconds: number
    draining: boolean
    stuck: boolean
    eventLoopDelay: { current: Delay; lastMinute: Delay | null }
    memoryBytes: { rss: number; heapUsed: number; heapTotal: number; external: number; arrayBuffers: number }
    inFlight: number
    pages: Record<string, { running: number; waiting: number; refused: number }>
  }
  /** null: traces are off. */
  traces: ReturnType<typeof traceCounts>
  cache: MemorySize
  networks: NetworkState[]
}

const CHECKS = 12

/** Makes no request, but counts as a viewer. */
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
