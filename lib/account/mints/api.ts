import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { jsonContent } from '../../api/content'
import { ProblemError } from '../../api/problem'
import { deadlineIn } from '../../platform/request-context'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { address } from '../../protocol/rpc/primitives'
import { chainOf } from '../../upstream/chain/node'
import { noChainNodeProblem } from '../../upstream/chain/problem'
import { refuseOtherParams, takeNetwork, takeScalar } from '../../upstream/networks/network-param'
import { MAX_DECIMALS } from './contract'
import { describeExtensions } from './mint-extensions'
import { type MintState, mintState } from './mint-state'

/** Milliseconds for the call to the chain node. */
const MINT_MS = 6_000

/**
 * GET /api/v1/mint?mint=: what the chain has at a mint's address, as on /mint/<mint> beside the list. `kind`: `mint`, `absent`,
 * or `other` (an account that is no mint, `why`). `claims` are the issuer's. `extensions` null: not read; `pools` null: unknown.
 * @throws ProblemError `no_chain_node`, and those of the chain node
 */
export async function answerMint(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const mint = takeScalar(search, 'mint', address)
  refuseOtherParams(search, [], ['mint', 'integers'])
  const chain = chainOf(network)
  if (!chain) throw new ProblemError(noChainNodeProblem(network.name, 'decimals, supply and authorities of mints'))
  const state = await mintState(network, mint, deadlineIn(MINT_MS))
  const result = { address: mint, ...(state.kind === 'mint' ? detailsOf(state, chain.isApart) : withoutSlot(state)) }
  const content = jsonContent({ result, meta: { network: network.name, slot: state.slot } })
  return { content, cacheControl: 'public, max-age=0, s-maxage=2' }
}

function withoutSlot<T extends { slot: number }>({ slot: _, ...rest }: T) {
  return rest
}

/** @param hasAccounts false: a recording answers, which has mints alone */
function detailsOf({ mint, pools, firstPool }: Extract<MintState, { kind: 'mint' }>, hasAccounts: boolean) {
  const { program, decimals, supply, mintAuthority, freezeAuthority, symbol, name, uri, source } = mint
  const isLight = program === TOKEN_PROGRAM
  const described = describeExtensions(mint.extensions, decimals > MAX_DECIMALS ? 0 : decimals)
  const types = [...mint.extensions.keys()]
  return {
    ...{ kind: 'mint', program, decimals, supply, mintAuthority, freezeAuthority },
    claims: source && { symbol, name, uri, source },
    extensions: isLight ? null : described.map((extension, i) => ({ type: types[i], ...extension })),
    pools: isLight ? [] : hasAccounts || pools.length > 0 ? pools : null,
    firstPool: isLight ? null : firstPool,
  }
}
