import 'server-only'
import { type DehydratedState, dehydrate } from '@tanstack/react-query'
import { cache } from 'react'
import { displayableMints, type MintsAnswer } from '@/lib/account/mints/contract'
import { loadMintsWithin, loadRowProofs } from '@/lib/account/page-requests'
import { withProof } from '@/lib/account/proof/contract'
import type { Answer } from '@/lib/api/answer'
import type { InvalidParam, Problem } from '@/lib/api/problem'
import { newQueryClient, rpcPath, rpcQuery } from '@/lib/api/query'
import type { SharedRequest } from '@/lib/api/shared-request'
import type { IndexerStatus } from '@/lib/api/status'
import type { ListPlace } from '@/lib/listing/cursor/cursor'
import { sentParams } from '@/lib/listing/cursor/place'
import { loadAnswer, readPagePlace } from '@/lib/listing/page-requests'
import type { Cluster } from '@/lib/page/address'
import type { PageMethod, PageRequest } from '@/lib/page/page'
import type { ShownNetwork } from '@/lib/page/shown-network'
import type { Outcome } from '@/lib/page/summary'
import { firstOf, type Search } from '@/lib/page/url-reader'
import { clock } from '@/lib/platform/clock'
import { requestEnvelope } from '@/lib/protocol/rpc/envelope'
import { type AnyItem, holdsAccount } from '@/lib/protocol/rpc/items'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { isListMethod, type ListMethod, listOf, type MethodName, type Params } from '@/lib/protocol/rpc/methods'
import { loadStatus } from '@/lib/status/api'
import { type Network, networkNamed, networkNames, networks } from '@/lib/upstream/networks/networks'

export function networkFrom(search: Search): { network: Network } | { invalid: InvalidParam[] } {
  const name = firstOf(search, 'cluster') ?? undefined
  const network = networkNamed(name)
  if (network) return { network }
  return { invalid: [{ name: 'cluster', message: `must be one of ${networkNames().join(', ')}` }] }
}

export function clusterOf({ name, isDefault }: Network): Cluster {
  return isDefault ? undefined : name
}

export function shownNetwork(network: Network, here: (cluster: string | undefined) => string): ShownNetwork {
  const all = networks().map((other) => {
    return { name: other.name, href: here(clusterOf(other)), current: other.name === network.name }
  })
  return { name: network.name, demo: network.about?.about ?? null, cluster: clusterOf(network), all }
}

export interface LoadedAnswer<M extends MethodName> {
  state: DehydratedState
  outcome: { answer: Answer<M> } | { problem: Problem }
  problem: Problem | null
  status: IndexerStatus
}

const promises = cache(() => new Map<string, Promise<unknown>>())

/** Calls `make` once per request and key, so that a page and its metadata use the same response. */
export function oncePerRequest<T>(key: string, make: () => Promise<T>): Promise<T> {
  const made = (promises().get(key) as Promise<T> | undefined) ?? make()
  promises().set(key, made)
  return made
}

/** Failures become query state, never exceptions. The first caller in a request sets `withinMs`. */
export function load<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
  withinMs?: number,
): Promise<LoadedAnswer<M>> {
  return oncePerRequest(keyOf(network, method, params), () => loadNow(network, method, params, withinMs))
}

/** Makes load() in this request return a known problem, without a call. */
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

export async function loadParts(
  network: Network,
  parts: readonly PageRequest[],
  withinMs?: number,
): Promise<Outcome<PageMethod>[]> {
  const loaded = await Promise.all(parts.map(({ method, params }) => load(network, method, params, withinMs)))
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

export function positionOf<M extends MethodName>(
  network: Network,
  method: M,
  params: Params<M>,
): { position: ListPlace } | { invalid: InvalidParam[] } {
  const outcome = readPagePlace(network, method, params)
  return outcome.ok ? { position: outcome.value } : { invalid: outcome.problem.invalid ?? [] }
}

/** Milliseconds that a page waits for all mints: without them amounts are in base units. */
const PAGE_MS = 800

const MAX_MINTS = 100

export async function loadMints(network: Network, mints: Iterable<string>): Promise<MintsAnswer> {
  const until = await oncePerRequest('until mints', async () => clock().monotonic() + PAGE_MS)
  const first = [...new Set(mints)].slice(0, MAX_MINTS)
  if (first.length === 0) return { mints: {}, problem: null }
  // At least 1: 0 means no call and no problem.
  const { mints: known, problem } = await loadMintsWithin(network, first, Math.max(1, until - clock().monotonic()))
  if (problem?.retryable) (await late()).isLate = true
  return { mints: displayableMints(known), problem }
}

/** True if amounts are in base units only because decimals were late. Valid once loadMints() resolved. */
export async function areMintsLate(): Promise<boolean> {
  return (await late()).isLate
}

function late(): Promise<{ isLate: boolean }> {
  return oncePerRequest('late mints', async () => ({ isLate: false }))
}

export function signaturesIn(outcome: { answer: Answer<ListOfSignatures> } | { problem: Problem }): string[] {
  return 'answer' in outcome ? outcome.answer.result.value.items.map(({ signature }) => signature) : []
}

type ListOfSignatures = 'getLatestCompressionSignatures' | 'getCompressionSignaturesForAccount'

/** Milliseconds that a page waits for the proofs of its rows. */
export const PROOFS_WITHIN_MS = 100

/** Adds proofs that were ready in time; `unproven` counts the other rows. */
export async function loadProofs<M extends ListMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  { outcome, state }: LoadedAnswer<M>,
): Promise<{ state: DehydratedState; unproven: number }> {
  if (!('answer' in outcome)) return { state, unproven: 0 }
  const { answer } = outcome
  const rows = (answer.result.value.items as AnyItem[]).filter(holdsAccount)
  if (rows.length === 0) return { state, unproven: 0 }
  const isSliced = 'dataSlice' in params && Boolean(params.dataSlice)
  const proofs = await loadRowProofs(network, rows, {
    sliced: isSliced,
    indexer: answer.meta.indexer,
    withinMs: PROOFS_WITHIN_MS,
  })
  const items = rows.map((row, i) => withProof(row, proofs[i] ?? null))
  const proven = { ...answer, result: { ...answer.result, value: { ...answer.result.value, items } } }
  const client = newQueryClient()
  client.setQueryData(rpcQuery(method, params, network.name).queryKey, proven as typeof answer)
  return { state: dehydrate(client), unproven: proofs.filter((proof) => proof === null).length }
}

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
    indexer: {
      method,
      body: stringifyJson(requestEnvelope(method, sentParams(network, method, params))),
      chunked: isListMethod(method) && listOf(method).chunked,
    },
  }
}
