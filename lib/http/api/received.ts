import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { Content } from '../../api/content'
import { readSearchParams } from '../../api/operation-params'
import { invalidParams, ProblemError, problem } from '../../api/problem'
import { splitRequest } from '../../api/request-params'
import { toProblem } from '../../api/rpc-problem'
import { admitPlace } from '../../listing/ask'
import { indexerOf } from '../../listing/cursor/moved'
import { placeOf, sortOf } from '../../listing/cursor/place'
import { sentFor } from '../../listing/cursor/sent'
import { clock } from '../../platform/clock'
import { keyOf } from '../../protocol/rpc/canonical-key'
import { RpcError } from '../../protocol/rpc/failure'
import { isListMethod, isMethodName, type ListMethod, type MethodName, type Params } from '../../protocol/rpc/methods'
import { limits } from '../../rpc-client/limits'
import { memory } from '../../upstream/cache/cache'
import { agesOf, freshnessOf } from '../../upstream/cache/freshness'
import type { CacheRequest } from '../../upstream/cache/memory'
import { slotKnown, slotOf } from '../../upstream/cache/slot-answers'
import { load } from '../../upstream/indexer/call'
import { onSomeIndexer } from '../../upstream/indexer/failover'
import { troubleWith, upstreamOf } from '../../upstream/indexer/guards'
import { fromSlot, waitsUntil } from '../../upstream/min-slot'
import { takeNetwork } from '../../upstream/networks/network-param'
import { endpointOf, type Indexer, indexersOf, type Network } from '../../upstream/networks/networks'

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
  let place: number | null = null
  if (isListMethod(name)) {
    const at = placeOf<ListMethod>(network, name, params as Params<ListMethod>, sortOf(name, sort))
    if (at.in === 'list') {
      await admitPlace(network, at.cursor)
      place = indexerOf(at.cursor)
    }
  }
  const content = await received(network, name, sentFor(network, name, read.params), { place, minSlot })
  return { content, cacheControl: CACHE_CONTROL }
}

/** What one indexer sends: the one that a place in a list is in, else any. */
async function received<M extends MethodName>(
  network: Network,
  method: M,
  sent: Params<M>,
  wanted: { place: number | null; minSlot: number | null },
): Promise<Content> {
  const { place, minSlot } = wanted
  const its = indexersOf(network).find(({ number }) => number === place)
  const from = async (indexer: Indexer, spare: boolean) => {
    const request = requestTo(indexer, method, sent, spare)
    const get = () => memory().get(request, 'refresh', null, minSlot)
    return (await fromSlot(network, minSlot, waitsUntil(), request.key, get)).value
  }
  try {
    return its ? await from(its, false) : await onSomeIndexer(network, wanted, from)
  } catch (error) {
    throw error instanceof RpcError ? new ProblemError(toProblem(error.failure), { cause: error }) : error
  }
}

function requestTo<M extends MethodName>(
  indexer: Indexer,
  method: M,
  sent: Params<M>,
  spare: boolean,
): CacheRequest<Content> {
  const upstream = upstreamOf(indexer)
  return {
    key: keyOf('received', indexer.label, method, sent),
    network: indexer.label,
    trouble: () => troubleWith(upstream),
    load: async ({ urgency }) => {
      const reached = slotKnown(indexer)
      const deadline = clock().monotonic() + limits().totalMs
      const { result, text, bytes } = await load(indexer, method, sent, deadline, urgency, spare)
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
}

const HOLDS_ADDRESS = problem(
  'bad_upstream_response',
  'The response may contain part of the indexer’s own URL, which may be a key, so it is withheld.',
)
