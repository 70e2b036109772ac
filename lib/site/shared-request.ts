import 'server-only'
import { rpcPath } from '@/lib/api/query'
import type { SharedRequest } from '@/lib/api/shared-request'
import { sentFor } from '@/lib/listing/cursor/sent'
import { requestEnvelope } from '@/lib/protocol/rpc/envelope'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { isListMethod, listOf, type MethodName, type Params } from '@/lib/protocol/rpc/methods'
import type { Network } from '@/lib/upstream/networks/networks'

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
