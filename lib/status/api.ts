import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { invalidParams, ProblemError } from '../api/problem'
import type { IndexerStatus } from '../api/status'
import { awaitUpstream } from '../platform/request-context'
import { stringifyJson } from '../protocol/rpc/json'
import { refuseOtherParams, takeNetwork } from '../upstream/networks/network-param'
import { type Network, networks } from '../upstream/networks/networks'
import { ALL_NETWORKS, type AllStatus, allStatusFrom } from './all-networks'
import { MAX_SAMPLES } from './health/network-monitor'
import { statusNow, statusOf } from './health/probe'

/** All clients get the same result of a probe, so caches may keep it. facts/reliability.md (b). */
export const CACHE_CONTROL = 'public, max-age=0, s-maxage=2'

/** GET /api/v1/status; with `cluster=all` all networks. `samples`: checks to include. design.md 4.4. */
export async function answerStatus(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetworkOrAll(search)
  refuseOtherParams(search, ['samples'])
  if (network === ALL_NETWORKS) {
    const samples = readSamples(search.get('samples'), 0)
    return written(await loadAllStatus(samples), () => currentStatusOfAllNetworks(samples))
  }
  const samples = readSamples(search.get('samples'), MAX_SAMPLES)
  return written(await statusOf(network, samples), () => statusNow(network, samples))
}

function written(status: IndexerStatus | AllStatus, now: () => IndexerStatus | AllStatus): ApiAnswer {
  return {
    content: new Content(stringifyJson(status)),
    cacheControl: CACHE_CONTROL,
    reuse: () => written(now(), now),
  }
}

export async function loadAllStatus(samples: number): Promise<AllStatus> {
  return allStatusFrom(await Promise.all(networks().map((network) => statusOf(network, samples))))
}

export function currentStatusOfAllNetworks(samples: number): AllStatus {
  return allStatusFrom(networks().map((network) => statusNow(network, samples)))
}

function readSamples(text: string | null, usual: number): number {
  if (text === null) return usual
  const message = `must be a whole number from 0 to ${MAX_SAMPLES}`
  if (!/^\d{1,3}$/.test(text) || Number(text) > MAX_SAMPLES) {
    throw new ProblemError(invalidParams([{ name: 'samples', message }]))
  }
  return Number(text)
}

/** @throws ProblemError `invalid_params` with the known names */
export function takeNetworkOrAll(search: URLSearchParams): Network | typeof ALL_NETWORKS {
  const named = search.getAll('cluster')
  if (named.length === 1 && named[0] === ALL_NETWORKS) {
    search.delete('cluster')
    return ALL_NETWORKS
  }
  return takeNetwork(search, [ALL_NETWORKS])
}

export function loadStatus(network: Network, samples = 0): Promise<IndexerStatus> {
  return awaitUpstream(() => statusOf(network, samples))
}
