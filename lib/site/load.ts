import 'server-only'
import { type DehydratedState, dehydrate } from '@tanstack/react-query'
import { cache } from 'react'
import { tokenOf } from '@/lib/account/lens/token-data'
import { type MintsAnswer, shownMints } from '@/lib/account/mints/contract'
import { loadMintsWithin, loadRowProofs } from '@/lib/account/page-requests'
import { isProvable, provenRow } from '@/lib/account/proof/contract'
import type { Answer } from '@/lib/api/answer'
import type { InvalidParam, Problem } from '@/lib/api/problem'
import { newQueryClient, rpcPath, rpcQuery } from '@/lib/api/query'
import type { SharedRequest } from '@/lib/api/shared-request'
import type { IndexerStatus } from '@/lib/api/status'
import type { ListPlace } from '@/lib/listing/cursor/cursor'
import { sentFor } from '@/lib/listing/cursor/place'
import { loadAnswer, placeOf } from '@/lib/listing/page-requests'
import type { Cluster, UrlSlice } from '@/lib/page/address'
import { firstOf, type Search } from '@/lib/page/address-reader'
import type { PageMethod, PageRequest } from '@/lib/page/page'
import type { ShownNetwork } from '@/lib/page/shown-network'
import type { Outcome } from '@/lib/page/summary'
import { clock } from '@/lib/platform/clock'
import { requestEnvelope } from '@/lib/protocol/rpc/envelope'
import type { AnyItem } from '@/lib/protocol/rpc/items'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { isListMethod, type ListMethod, listOf, type MethodName, type Params } from '@/lib/protocol/rpc/methods'
import { loadStatus } from '@/lib/status/load'
import { allowedCallsPerSecond } from '@/lib/upstream/indexer/preferred'
import { type Network, networkNamed, networks } from '@/lib/upstream/networks/networks'

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

/** Milliseconds that a page waits for mints altogether: without them it is whole, in base units. */
const PAGE_MS = 800

/** Mints that a page asks for at once. */
const MOST_MINTS = 100

/** What the chain knows of the mints on a page, as far as it comes in time. */
export async function loadMints(network: Network, mints: Iterable<string>): Promise<MintsAnswer> {
  const until = await oncePerRequest('until mints', async () => clock().monotonic() + PAGE_MS)
  const first = [...new Set(mints)].slice(0, MOST_MINTS)
  if (first.length === 0) return { mints: {}, problem: null }
  // Where the time is over it still says that mints are missing, and for 0 it would not.
  const { mints: known, problem } = await loadMintsWithin(network, first, Math.max(1, until - clock().monotonic()))
  if (problem?.retryable) (await late()).isLate = true
  return { mints: shownMints(known), problem }
}

/** Whether some of a page's amounts are in base units only because decimals have not come yet. Known once it has loaded. */
export async function areMintsLate(): Promise<boolean> {
  return (await late()).isLate
}

function late(): Promise<{ isLate: boolean }> {
  return oncePerRequest('late mints', async () => ({ isLate: false }))
}

/** The token amounts in rows of a list, in their order. @param slice the part of the accounts' data that was requested */
export function amountsIn(rows: readonly AnyItem[], slice: UrlSlice | null) {
  return rows.flatMap((row) => {
    if ('signature' in row) return []
    const token = 'account' in row ? row.tokenData : tokenOf(row, slice)
    return token ? [{ mint: token.mint, amount: token.amount }] : []
  })
}

/** Milliseconds that a page waits for the proofs of its rows. */
export const PROOFS_WITHIN_MS = 100

/**
 * The answer of a list for the browser, its rows with their proofs: those that were made in time. `unproven` counts the others.
 */
export async function loadProofs<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  { outcome, state }: LoadedAnswer<M>,
): Promise<{ state: DehydratedState; unproven: number }> {
  if (!('answer' in outcome)) return { state, unproven: 0 }
  const { answer } = outcome
  const rows = (answer.result.value.items as AnyItem[]).filter(isProvable)
  if (rows.length === 0) return { state, unproven: 0 }
  const isSliced = 'dataSlice' in params && Boolean(params.dataSlice)
  const proofs = await loadRowProofs(network, rows, {
    sliced: isSliced,
    indexer: answer.meta.indexer,
    withinMs: PROOFS_WITHIN_MS,
  })
  const items = rows.map((row, i) => provenRow(row, proofs[i] ?? null))
  const proven = { ...answer, result: { ...answer.result, value: { ...answer.result.value, items } } }
  const client = newQueryClient()
  client.setQueryData(rpcQuery(method, params, network.name).queryKey, proven as typeof answer)
  return { state: dehydrate(client), unproven: proofs.filter((proof) => proof === null).length }
}

/** The request behind a page, for the share menu: as the explorer's API takes it and as the indexer gets it. */
export function sharedRequest<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
  { title, feed }: { title: string; feed: string | null },
): SharedRequest {
  return {
    title,
    api: rpcPath(method, params, network.name),
    feed,
    method,
    body: stringifyJson(requestEnvelope(method, sentFor(network, method, params))),
    chunked: isListMethod(method) && listOf(method).chunked,
  }
}
