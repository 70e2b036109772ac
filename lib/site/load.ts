import 'server-only'
import { type DehydratedState, dehydrate } from '@tanstack/react-query'
import { cache } from 'react'
import type { Answer } from '@/lib/api/answer'
import type { InvalidParam, Problem } from '@/lib/api/problem'
import { rpcQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import type { ListPlace } from '@/lib/listing/cursor/cursor'
import { loadAnswer, placeOf } from '@/lib/listing/page-requests'
import type { Cluster } from '@/lib/page/address'
import type { PageMethod, PageRequest } from '@/lib/page/page'
import { firstOf, type Search } from '@/lib/page/query-params'
import type { ShownNetwork } from '@/lib/page/shown-network'
import type { Outcome } from '@/lib/page/summary'
import type { MethodName, Params } from '@/lib/protocol/rpc/methods'
import { loadStatus } from '@/lib/status/load'
import { allowedCallsPerSecond } from '@/lib/upstream/indexer/preferred'
import { type Network, networkNamed, networks } from '@/lib/upstream/networks/networks'
import { newQueryClient } from '../api/query-client'

/** The network that a page's `cluster=` names, or what is wrong with the name. */
export function networkOf(search: Search): { network: Network } | { invalid: InvalidParam[] } {
  const name = firstOf(search, 'cluster') ?? undefined
  const network = networkNamed(name)
  if (network) return { network }
  return { invalid: [{ name: 'cluster', message: `must be one of ${networkNames().join(', ')}` }] }
}

function networkNames(): string[] {
  return networks().map(({ name }) => name)
}

/** What links carry for a network: nothing for the default one. */
export function clusterOf({ name, isDefault }: Network): Cluster {
  return isDefault ? undefined : name
}

/** What the frame of a page shows of its network; `here` builds the link to this place on another one. */
export function shownNetwork(network: Network, here: (cluster: string | undefined) => string): ShownNetwork {
  const names = networkNames()
  // The first one is the default, which links leave out.
  const clusterOf = (name: string) => (name === names[0] ? undefined : name)
  return {
    name: network.name,
    cluster: clusterOf(network.name),
    all: names.map((name) => ({ name, href: here(clusterOf(name)), current: name === network.name })),
  }
}

/** Calls a second that the plan of a network's indexer allows at present; null: INDEXER_RATE sets none. */
export function callsPerSecond(network: Network): number | null {
  return allowedCallsPerSecond(network)
}

/** An answer for a page: in a client's cache ready for the browser, or the problem in its place. */
export interface LoadedAnswer<M extends MethodName> {
  state: DehydratedState
  outcome: { answer: Answer<M> } | { problem: Problem }
  /** The outcome's; null where there is an answer. */
  problem: Problem | null
  status: IndexerStatus
}

/** Promises made for this request, by key. */
const promises = cache(() => new Map<string, Promise<unknown>>())

/** Calls `make` once per request and key: a page and its head are rendered from the same answer. */
export function oncePerRequest<T>(key: string, make: () => Promise<T>): Promise<T> {
  const made = (promises().get(key) as Promise<T> | undefined) ?? make()
  promises().set(key, made)
  return made
}

/**
 * Requests one operation and the network's state at once; a failure becomes the page's state, never an exception.
 * @param withinMs if not as long as the gateway itself gives it; whoever asks first in a request decides.
 */
export function load<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
  withinMs?: number,
): Promise<LoadedAnswer<M>> {
  return oncePerRequest(keyOf(network, method, params), () => loadNow(network, method, params, withinMs))
}

/** Lets load() of a request end with a problem that is known already, without a call. */
export function loadNothing<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
  problem: Problem,
): Promise<LoadedAnswer<M>> {
  return oncePerRequest(keyOf(network, method, params), async () => {
    const status = await loadStatus(network)
    return { state: dehydrate(newQueryClient()), outcome: { problem }, problem, status }
  })
}

function keyOf(network: Network, method: string, params: unknown): string {
  return `${network.name} ${method} ${JSON.stringify(params)}`
}

/** Makes the requests that a page is summed up from, all at once: what came of each, in their order. See load(). */
export async function loadParts(
  network: Network,
  parts: readonly PageRequest[],
  withinMs?: number,
): Promise<Outcome<PageMethod>[]> {
  const loaded = await Promise.all(parts.map(({ method, params }) => load(network, method, params, withinMs)))
  // Each outcome is of its own part's method, which the compiler loses.
  return loaded.map(({ outcome }) => outcome as Outcome<PageMethod>)
}

async function loadNow<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
  withinMs?: number,
): Promise<LoadedAnswer<M>> {
  const client = newQueryClient()
  const [outcome, status] = await Promise.all([loadAnswer(network, method, params, withinMs), loadStatus(network)])
  if (!outcome.ok) return { state: dehydrate(client), outcome, problem: outcome.problem, status }
  client.setQueryData(rpcQuery(method, params, network.name).queryKey, outcome.value)
  return { state: dehydrate(client), outcome: { answer: outcome.value }, problem: null, status }
}

/** Place of a list page from its cursor, or what is wrong with the cursor. No upstream call. */
export function positionOf<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
): { position: ListPlace } | { invalid: InvalidParam[] } {
  const outcome = placeOf(network, method, params)
  return outcome.ok ? { position: outcome.value } : { invalid: outcome.problem.invalid ?? [] }
}
