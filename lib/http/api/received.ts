import 'server-only'
import { ProblemError } from '../../api/problem'
import { splitRequest } from '../../api/request-params'
import { readSearchParams } from '../../api/search'
import { clock } from '../../clock'
import { admitPlace } from '../../gateway/ask'
import { placeOf, sortOf } from '../../gateway/listing/place'
import { sentFor } from '../../gateway/listing/sent'
import { keyOf } from '../../gateway/memory/canonical-key'
import { agesOf, freshnessOf } from '../../gateway/memory/freshness'
import type { CacheRequest } from '../../gateway/memory/memory'
import { memory } from '../../gateway/memory/remembered'
import { slotKnown, slotOf } from '../../gateway/memory/seen-slot'
import { fromSlot, waitsUntil } from '../../gateway/min-slot'
import { endpointOf, type Network } from '../../gateway/networks'
import { invalidParams, problem, toProblem } from '../../gateway/problem'
import { limits } from '../../gateway/upstream/limits'
import { load } from '../../gateway/upstream/load'
import { preferredIndexer } from '../../gateway/upstream/preferred'
import { troubleWith, upstreamOf } from '../../gateway/upstream/upstream'
import { RpcError } from '../../rpc/failure'
import { isListMethod, isMethodName, type ListMethod, type MethodName, type Params } from '../../rpc/methods'
import type { ApiAnswer } from './api-answer'
import { Content } from './content'
import { takeNetwork } from './query'

/** One answer is for many readers; a copy of it elsewhere would only pretend to be as it was received. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=1'

/** A text that many ask for at once weighs about twice its bytes: as it came, and packed for sending. */
const MEMORY_FACTOR = 2

/**
 * GET /api/v1/<methodName>/received: what the indexer answers to the question that lies behind a page, byte for byte, its
 * content coding undone. Asked for by the same rules as everything, and shared; passed on only when it is a right answer
 * of which no string, decoded, holds anything of the indexer's address. features.md a18.
 * @throws ProblemError
 */
export async function answerReceived(name: string, query: string): Promise<ApiAnswer> {
  if (!isMethodName(name)) throw new ProblemError(problem('unknown_operation', 'Unknown operation.'))
  const search = new URLSearchParams(query)
  const network = takeNetwork(search)
  const read = readSearchParams(name, search)
  if (!read.ok) throw new ProblemError(invalidParams(read.invalid))
  const { params, sort, minSlot } = splitRequest(read.params)
  if (isListMethod(name)) {
    const place = placeOf<ListMethod>(network, name, params as Params<ListMethod>, sortOf(name, sort))
    if (place.in === 'list') await admitPlace(network, place.cursor)
  }
  const content = await received(network, name, sentFor(network, name, read.params), minSlot)
  return { content, cacheControl: CACHE_CONTROL }
}

async function received<M extends MethodName>(
  network: Network,
  method: M,
  sent: Params<M>,
  minSlot: number | null,
): Promise<Content> {
  const indexer = preferredIndexer(network)
  const upstream = upstreamOf(indexer)
  const request: CacheRequest<Content> = {
    key: keyOf('received', indexer.label, method, sent),
    network: indexer.label,
    trouble: () => troubleWith(upstream),
    load: async ({ urgency }) => {
      const reached = slotKnown(indexer)
      const { result, text, bytes } = await load(indexer, method, sent, clock().monotonic() + limits().totalMs, urgency)
      if (await endpointOf(indexer).isInJson(text)) throw new ProblemError(HOLDS_ADDRESS)
      const ages = agesOf(freshnessOf(method, sent, result), clock().monotonic(), upstream.plan?.freshnessFactor)
      return {
        value: new Content(text),
        weight: bytes * MEMORY_FACTOR,
        slot: null,
        notBefore: slotOf(result) ?? reached,
        ...ages,
        revalidateMs: 0,
        onErrorMs: 0,
      }
    },
  }
  try {
    const get = () => memory().get(request, 'refresh', null, minSlot)
    return (await fromSlot(network, minSlot, waitsUntil(), request.key, get)).value
  } catch (error) {
    throw error instanceof RpcError ? new ProblemError(toProblem(error.failure), { cause: error }) : error
  }
}

const HOLDS_ADDRESS = problem(
  'bad_upstream_response',
  'The response may contain part of the indexer’s own URL, which may be a key, so it is withheld.',
)
