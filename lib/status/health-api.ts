import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { invalidParams, ProblemError } from '../api/problem'
import type { IndexerStatus } from '../api/status'
import { VERDICT_FACTS, type Verdict } from '../api/verdicts'
import { buildInfo } from '../platform/build-info'
import { nowIso } from '../platform/clock'
import { stringifyJson } from '../protocol/rpc/json'
import { preferredIndexer, type Upstream, upstreamOf } from '../upstream/indexer/indexers'
import { refuseOtherParams } from '../upstream/networks/network-param'
import { type Network, networks } from '../upstream/networks/networks'
import { ALL_NETWORKS, allStatusFrom } from './all-networks'
import { CACHE_CONTROL, takeNetworkOrAll } from './api'
import { statusNow, statusOf, strictVerdictOf } from './health/probe'

/** draft-inadarei-api-health-check. */
type Word = (typeof VERDICT_FACTS)[Verdict]['health']

/** `observedValue`: absent if unknown. */
interface Check {
  componentId?: string
  componentType: 'component' | 'system'
  observedValue?: string | number
  observedUnit?: string
  status: Word
  time: string
  output?: string
}

/** Share of stale answers above which the check warns. deploy/alerts.yml */
const MANY_STALE = 0.1

/**
 * `application/health+json`, always 200; with `strict=1` 503 unless ok; with `cluster=all` the worst network. design.md 4.4,
 * facts/reliability.md (f).
 */
export async function answerHealth(search: URLSearchParams): Promise<ApiAnswer> {
  const named = takeNetworkOrAll(search)
  refuseOtherParams(search, ['strict'])
  const strict = search.get('strict')
  if (strict !== null && strict !== '1') {
    throw new ProblemError(invalidParams([{ name: 'strict', message: 'must be 1 or absent' }]))
  }
  const requested = named === ALL_NETWORKS ? networks() : [named]
  const isHealthy = () => requested.every((network) => VERDICT_FACTS[strictVerdictOf(network)].health === 'pass')
  const written = (statuses: IndexerStatus[]): ApiAnswer => {
    const healthy = strict === null || isHealthy()
    const body =
      named === ALL_NETWORKS ? bodyOfAll(requested, statuses, nowIso()) : bodyOf(requested, statuses, nowIso())
    return {
      content: new Content(stringifyJson(body)),
      status: healthy ? 200 : 503,
      contentType: 'application/health+json',
      cacheControl: healthy ? CACHE_CONTROL : 'no-store',
      reuse: () => written(now()),
    }
  }
  const now = () => requested.map((network) => statusNow(network, 1))
  // Strict monitors get `unknown` at once, others wait briefly for the first check.
  return written(strict === null ? await Promise.all(requested.map((network) => statusOf(network, 1))) : now())
}

function bodyOf([network]: Network[], [status]: IndexerStatus[], time: string): object {
  if (!network || !status) throw new Error('there is no network')
  const { verdict, summary, since, slot, lag, checkedAt } = status
  const head = headOf(verdict, summary, time)
  return { ...head, since, slot, lag, checkedAt, network: network.name, checks: checksOf(network, status, time) }
}

function bodyOfAll(requested: Network[], statuses: IndexerStatus[], time: string): object {
  const { verdict, summary, since, worst, checkedAt } = allStatusFrom(statuses)
  const checks: Record<string, Check[]> = {}
  for (const [i, network] of requested.entries()) {
    const status = statuses[i]
    for (const [name, found] of Object.entries(status ? checksOf(network, status, time) : {})) {
      checks[name] = [...(checks[name] ?? []), ...found.map((check) => ({ componentId: network.name, ...check }))]
    }
  }
  const networks = Object.fromEntries(statuses.map(({ network, verdict }) => [network, verdict]))
  return { ...headOf(verdict, summary, time), since, checkedAt, network: ALL_NETWORKS, worst, networks, checks }
}

function checksOf(network: Network, status: IndexerStatus, time: string): Record<string, Check[]> {
  return { ...indexerChecks(status, time), ...gatewayChecks(upstreamOf(preferredIndexer(network)), time) }
}

function headOf(verdict: Verdict, summary: string, time: string): object {
  return {
    status: VERDICT_FACTS[verdict].health,
    version: '1',
    releaseId: buildInfo().version,
    serviceId: 'leafscan',
    time,
    verdict,
    output: summary,
  }
}

function indexerChecks(
  { verdict, slot, lag, checkedAt, samples }: IndexerStatus,
  now: string,
): Record<string, Check[]> {
  const last = samples.at(-1)
  const component = { componentType: 'component', time: checkedAt ?? now } as const
  const reachable: Word = last === undefined ? 'warn' : last.slot !== null ? 'pass' : VERDICT_FACTS[last.says].health
  return {
    'indexer:reachable': [
      { ...component, status: reachable, ...(last === undefined && { output: 'not checked yet' }) },
    ],
    'indexer:slot': [
      {
        ...component,
        ...(slot !== null && { observedValue: String(slot) }),
        observedUnit: 'slot',
        status: slot === null ? 'warn' : verdict === 'frozen' ? 'fail' : 'pass',
      },
    ],
    'indexer:lag': [
      {
        ...component,
        ...(lag !== null && { observedValue: lag }),
        observedUnit: 'slots',
        status: verdict === 'ok' ? 'pass' : 'warn',
        ...(lag === null && verdict !== 'ok' && { output: 'lag not reported' }),
      },
    ],
  }
}

function gatewayChecks({ breaker, gate, counts: { recent } }: Upstream, time: string): Record<string, Check[]> {
  const system = { componentType: 'system', time } as const
  const gateRemainingMs = gate.remainingMs()
  const served = recent.served.total()
  const stale = served === 0 ? 0 : Math.round((recent.stale.total() / served) * 1_000) / 1_000
  return {
    'gateway:breaker': [
      {
        ...system,
        observedValue: breaker.state,
        status: ({ closed: 'pass', 'half-open': 'warn', open: 'fail' } as const)[breaker.state],
      },
    ],
    'gateway:rateGate': [
      {
        ...system,
        observedValue: Math.ceil(gateRemainingMs / 1_000),
        observedUnit: 's',
        status: gateRemainingMs > 0 ? 'warn' : 'pass',
      },
    ],
    'gateway:staleRatio5m': [{ ...system, observedValue: stale, status: stale > MANY_STALE ? 'warn' : 'pass' }],
  }
}
