import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { Content } from '../../api/content'
import { stringifyJson } from '../../protocol/rpc/json'
import { address } from '../../protocol/rpc/primitives'
import { refuseOtherParams, takeNetwork, takeScalar } from '../../upstream/networks/network-param'
import { idlOf } from './load-idl'

/** Milliseconds for the look-up. */
const IDL_MS = 6_000

/**
 * GET /api/v1/idl?program=: the IDL by which accounts of a program are decoded, `text` as it was read; else why there is none.
 * @throws ProblemError
 */
export async function answerIdl(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const program = takeScalar(search, 'program', address)
  refuseOtherParams(search, [])
  const found = await idlOf(network, program, IDL_MS)
  const { idl: _, ...result } = 'idl' in found ? found : { ...found, idl: null }
  return {
    content: new Content(stringifyJson({ result, meta: { network: network.name } })),
    cacheControl: 'public, max-age=0, s-maxage=60',
  }
}
