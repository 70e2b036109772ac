import 'server-only'
import { clock, inTime } from '../../platform/clock'
import type { PathForm } from '../../platform/environment'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { RPC_CODES } from '../../protocol/rpc/envelope'
import { isRpcError, type RpcFailure } from '../../protocol/rpc/failure'
import type { MethodName, Params } from '../../protocol/rpc/methods'
import type { ExchangeLimits } from '../../rpc-client/post-rpc'
import type { Endpoint } from '../networks/endpoint'
import { endpointOf, type Indexer, planOf } from '../networks/networks'
import { rememberedForm, rememberForm } from './remembered-forms'
import { type Exchanged, exchange } from './transport'

/*
 * Detects a host's URL form where INDEXER_PATH is unset: the operation in the path (Interface 1), or all at the base URL. Costs
 * an extra request only if the first form is not served. design.md 4.2.
 */

const METHOD = 'getIndexerSlot'

const PAUSE_MS = 5_000

const WAITING_SHARE = 0.5

type FormLimits = Omit<ExchangeLimits, 'maxBytes'>
type Slot = Exchanged<typeof METHOD>

interface Search {
  running: Promise<Slot> | null
  endedMs: number
}

const searches = once('path form searches', () => new WeakMap<Endpoint, Search>())

export async function exchangeWith<M extends MethodName>(
  indexer: Indexer,
  method: M,
  params: Params<M>,
  limits: FormLimits,
): Promise<Exchanged<M>> {
  const endpoint = endpointOf(indexer)
  if (endpoint.isFormSet) return exchange(endpoint, method, params, limits)
  const search = searchAt(endpoint)
  if (method === METHOD) return (await slotOf(indexer, endpoint, search, limits)) as Exchanged<M>
  if (endpoint.form !== null) return exchange(endpoint, method, params, limits)
  const startedMs = clock().monotonic()
  await searched(indexer, endpoint, search, limits)
  return exchange(endpoint, method, params, after(startedMs, limits))
}

function searchAt(endpoint: Endpoint): Search {
  const known = searches().get(endpoint)
  if (known) return known
  const search: Search = { running: null, endedMs: Number.NEGATIVE_INFINITY }
  searches().set(endpoint, search)
  const form = rememberedForm(endpoint)
  if (form) endpoint.takes(form)
  return search
}

/** Throws only a 429: after any other failure the call itself reports what is wrong. */
async function searched(indexer: Indexer, endpoint: Endpoint, search: Search, limits: FormLimits): Promise<void> {
  if (!search.running && clock().monotonic() - search.endedMs < PAUSE_MS) return
  try {
    if (!search.running) planOf(indexer)?.owe()
    await inTime(slotOf(indexer, endpoint, search, limits), limits.deadlineMs * WAITING_SHARE)
  } catch (error) {
    if (isRefusal(error)) throw error
  }
}

function slotOf(indexer: Indexer, endpoint: Endpoint, search: Search, limits: FormLimits): Promise<Slot> {
  if (endpoint.form !== null) return slotIn(indexer, endpoint, limits)
  search.running ??= slotIn(indexer, endpoint, limits).finally(() => {
    search.running = null
    search.endedMs = clock().monotonic()
  })
  return search.running
}

async function slotIn(indexer: Indexer, endpoint: Endpoint, limits: FormLimits): Promise<Slot> {
  const known = endpoint.form
  const first = known ?? 'method'
  const startedMs = clock().monotonic()
  try {
    return settled(indexer, endpoint, first, await exchange(endpoint, METHOD, {}, limits, first))
  } catch (error) {
    if (!isRpcError(error) || !isNotServed(error.failure, known !== null)) throw error
    planOf(indexer)?.owe()
    const other = first === 'method' ? 'base' : 'method'
    try {
      const left = after(startedMs, { ...limits, freshSocket: false })
      return settled(indexer, endpoint, other, await exchange(endpoint, METHOD, {}, left, other))
    } catch (second) {
      // Neither is served: the first error is nearer to what an operator expects.
      throw isRpcError(second) && isNotServed(second.failure, false) ? error : second
    }
  }
}

function settled(indexer: Indexer, endpoint: Endpoint, form: PathForm, answer: Slot): Slot {
  if (endpoint.form === form) return answer
  endpoint.takes(form)
  rememberForm(endpoint, form)
  log('info', 'form of an indexer found', { upstream: indexer.label, found: form })
  if (form === 'base') {
    console.log(
      `Leafscan: ${indexer.label} takes operations at its base URL, not at <URL>/<operation>; INDEXER_PATH=base would say so`,
    )
  }
  return answer
}

function after(startedMs: number, limits: FormLimits): FormLimits {
  return { ...limits, deadlineMs: Math.max(1, limits.deadlineMs - (clock().monotonic() - startedMs)) }
}

function isRefusal(error: unknown): boolean {
  return isRpcError(error) && error.failure.kind === 'http' && error.failure.status === 429
}

const PASSING = new Set([408, 425, 429])

/** Key errors, unless the form may be wrong: some gateways return them for unknown paths. */
const OF_KEYS = new Set([401, 402, 403])

const NOT_SERVED = new Set<number>([RPC_CODES.methodNotFound, -32600, -32700])

/** 429, 5xx, timeouts and network failures decide nothing. */
function isNotServed(failure: RpcFailure, isKnown: boolean): boolean {
  switch (failure.kind) {
    case 'http': {
      const { status } = failure
      return status >= 400 && status < 500 && !PASSING.has(status) && !(isKnown && OF_KEYS.has(status))
    }
    case 'rpc':
      return NOT_SERVED.has(failure.code)
    case 'network':
      return failure.reason === 'redirect'
    case 'malformed':
    case 'decode':
      return true
    default:
      return false
  }
}
