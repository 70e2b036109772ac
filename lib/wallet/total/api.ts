import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { Content } from '../../api/content'
import { stringifyJson } from '../../protocol/rpc/json'
import { address } from '../../protocol/rpc/primitives'
import { refuseOtherParams, takeNetwork, takeOneOf, takeScalar } from '../../upstream/networks/network-param'
import { ASSOCIATED_LISTED } from '../address'
import { FIRST_ASSOCIATED, MORE_ASSOCIATED, totalOf } from './read-total'

/**
 * GET /api/v1/wallet?address=: what a wallet holds on the chain and compressed, as WalletTotal. `meta.complete`: the sums of SOL
 * and of every mint are exact. `associated=listed` also asks for the compressed accounts of up to 100 associated token accounts
 * instead of ten. design.md 4.3, 5.
 * @throws ProblemError invalid_params
 */
export async function answerWallet(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const wallet = takeScalar(search, 'address', address)
  const isMore = search.has('associated') && takeOneOf(search, 'associated', [ASSOCIATED_LISTED]) !== undefined
  refuseOtherParams(search, ['address', 'associated'])
  const result = await totalOf(network, wallet, isMore ? MORE_ASSOCIATED : FIRST_ASSOCIATED, 'interactive')
  const complete = [result, result.sol, ...result.mints].every(({ sum }) => sum === 'exact')
  const meta = { network: network.name, slot: result.slot, complete }
  return { content: new Content(stringifyJson({ result, meta })), cacheControl: 'public, max-age=0, s-maxage=2' }
}
