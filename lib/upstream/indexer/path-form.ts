import 'server-only'
import { clock } from '../../platform/clock'
import type { PathForm } from '../../platform/environment'
import { log } from '../../platform/log'
import { RPC_CODES } from '../../protocol/rpc/envelope'
import { isRpcError, type RpcFailure } from '../../protocol/rpc/failure'
import type { MethodName, Params } from '../../protocol/rpc/methods'
import type { ExchangeLimits } from '../../rpc-client/post-rpc'
import { endpointOf, type Indexer, planOf } from '../networks/networks'
import { exchange, type IndexerExchange } from './transport'

/** Only getIndexerSlot, which every indexer serves, can change a known form. design.md 4.2, INDEXER_PATH. */
export async function exchangeWith<M extends MethodName>(
  indexer: Indexer,
  method: M,
  params: Params<M>,
  limits: Omit<ExchangeLimits, 'maxBytes'>,
): Promise<IndexerExchange<M>> {
  const endpoint = endpointOf(indexer)
  const known = endpoint.form
  if (endpoint.isFormSet || (known !== null && method !== 'getIndexerSlot')) {
    return exchange(endpoint, method, params, limits)
  }
  const first = known ?? 'method'
  const other = first === 'method' ? 'base' : 'method'
  const startedMs = clock().monotonic()
  try {
    const answer = await exchange(endpoint, method, params, limits, first)
    foundForm(indexer, first)
    return answer
  } catch (error) {
    if (!isRpcError(error) || !isNotServed(error.failure, known !== null)) throw error
    planOf(indexer)?.charge()
    const deadlineMs = Math.max(1, limits.deadlineMs - (clock().monotonic() - startedMs))
    try {
      const answer = await exchange(endpoint, method, params, { ...limits, deadlineMs, freshSocket: false }, other)
      foundForm(indexer, other)
      return answer
    } catch (second) {
      // Neither form works: the first error is of the more usual form.
      throw isRpcError(second) && isNotServed(second.failure, false) ? error : second
    }
  }
}

function foundForm(indexer: Indexer, form: PathForm): void {
  const endpoint = endpointOf(indexer)
  if (endpoint.form === form) return
  endpoint.takes(form)
  log('info', 'form of an indexer found', { upstream: indexer.label, found: form })
  if (form === 'method') return
  const words = 'takes operations at its base URL, not at <URL>/<operation>; INDEXER_PATH=base would say so'
  console.log(`Leafscan: ${indexer.label} ${words}`)
}

const PASSING = new Set([408, 425, 429])

/** Statuses for a wrong key, which some gateways also return for unknown paths. */
const KEY_STATUSES = new Set([401, 402, 403])

const NOT_SERVED = new Set<number>([RPC_CODES.methodNotFound, -32600, -32700])

/** False for 429, 5xx, timeouts and network failures, which are no evidence about the form. */
function isNotServed(failure: RpcFailure, isKnown: boolean): boolean {
  switch (failure.kind) {
    case 'http': {
      const { status } = failure
      return status >= 400 && status < 500 && !PASSING.has(status) && !(isKnown && KEY_STATUSES.has(status))
    }
    case 'rpc':
      return NOT_SERVED.has(failure.code)
    case 'network':
      return failure.reason === 'redirect'
    default:
      return failure.kind === 'malformed' || failure.kind === 'decode'
  }
}
