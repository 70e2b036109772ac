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
 * Which form a host takes where INDEXER_PATH is unset: the operation's name in the path, as Interface 1 has it, or everything
 * at the base URL. The right one is the one in which getIndexerSlot answers a slot; design.md 4.2. Nothing is asked for it
 * alone but where the first form is not served: the probe asks for the slot anyway.
 */

const METHOD = 'getIndexerSlot'

/** Milliseconds after a search that found nothing in which other operations do not begin another. */
const PAUSE_MS = 5_000

/** Share of a call's time for which it waits until the form is known. */
const WAITING_SHARE = 0.5

type FormLimits = Omit<ExchangeLimits, 'maxBytes'>
type Slot = Exchanged<typeof METHOD>

interface Search {
  running: Promise<Slot> | null
  endedMs: number
}

const searches = once('path form searches', () => new WeakMap<Endpoint, Search>())

/**
 * One exchange with an indexer, in the form that it takes.
 * @throws RpcError as exchange() does.
 */
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

/** The search of an endpoint, which begins with what an earlier process has found. */
function searchAt(endpoint: Endpoint): Search {
  const known = searches().get(endpoint)
  if (known) return known
  const search: Search = { running: null, endedMs: Number.NEGATIVE_INFINITY }
  searches().set(endpoint, search)
  const form = rememberedForm(endpoint)
  if (form) endpoint.takes(form)
  return search
}

/** Waits, not too long, until the form is known; where that fails, the call tells itself what is wrong. */
async function searched(indexer: Indexer, endpoint: Endpoint, search: Search, limits: FormLimits): Promise<void> {
  if (!search.running && clock().monotonic() - search.endedMs < PAUSE_MS) return
  try {
    if (!search.running) planOf(indexer)?.owe()
    await inTime(slotOf(indexer, endpoint, search, limits), limits.deadlineMs * WAITING_SHARE)
  } catch (error) {
    if (isRefusal(error)) throw error
  }
}

/** The slot, asked for in the form that is known, or in the one that turns out to be the right one. */
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
      // Neither is served: what the first one said is nearer to what an operator expects.
      throw isRpcError(second) && isNotServed(second.failure, false) ? error : second
    }
  }
}

/** Says it once, and remembers it. */
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

/** Statuses that say something of the moment, or of us. */
const PASSING = new Set([408, 425, 429])

/** Statuses that say something of the key, unless the form may be wrong: some gateways have them for unknown paths. */
const OF_KEYS = new Set([401, 402, 403])

const NOT_SERVED = new Set<number>([RPC_CODES.methodNotFound, -32600, -32700])

/** True where a form is not served; 429, 5xx, time-outs and a network that fails decide nothing. */
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
