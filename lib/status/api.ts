import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { invalidParams, ProblemError } from '../api/problem'
import type { IndexerStatus } from '../api/status'
import { awaitUpstream } from '../platform/request-context'
import { stringifyJson } from '../protocol/rpc/json'
import { refuseOthers, takeNetwork } from '../upstream/networks/network-param'
import { type Network, networks } from '../upstream/networks/networks'
import { ALL, type AllStatus, allOf } from './all-networks'
import { MAX_SAMPLES } from './health/network-monitor'
import { statusNow, statusOf } from './health/probe'

/** All clients get the same result of a probe, so caches may keep it. facts/reliability.md (b). */
export const CACHE_CONTROL = 'public, max-age=0, s-maxage=2'

/** GET /api/v1/status; with `cluster=all` all networks. `samples`: checks to include. design.md 4.4. */
export async function answerStatus(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetworkOrAll(search)
  refuseOthers(search, ['samples'])
  if (network === ALL) {
    const samples = readSamples(search.get('samples'), 0)
    return written(await allStatusOf(samples), () => allStatusNow(samples))
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

export async function allStatusOf(samples: number): Promise<AllStatus> {
  return allOf(await Promise.all(networks().map((network) => statusOf(network, samples))))
}

export function allStatusNow(samples: number): AllStatus {
  return allOf(networks().map((network) => statusNow(network, samples)))
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
export function takeNetworkOrAll(search: URLSearchParams): Network | typeof ALL {
  const named = search.getAll('cluster')
  if (named.length === 1 && named[0] === ALL) {
    search.delete('cluster')
    return ALL
  }
  return takeNetwork(search, [ALL])
}

export function loadStatus(network: Network, samples = 0): Promise<IndexerStatus> {
  return awaitUpstream(() => statusOf(network, samples))
}
