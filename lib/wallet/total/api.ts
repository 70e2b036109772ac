import 'server-only'
import { mintsOf } from '../../account/mints/load-mints'
import type { ApiAnswer } from '../../api/api-answer'
import { Content, jsonContent } from '../../api/content'
import { CONTENT_TYPES } from '../../api/file-format'
import { withoutComments } from '../../format/csv'
import { nowIso } from '../../platform/clock'
import { address } from '../../protocol/rpc/primitives'
import {
  refuseOtherParams,
  takeComments,
  takeNetwork,
  takeOneOf,
  takeScalar,
} from '../../upstream/networks/network-param'
import { ASSOCIATED_LISTED } from '../address'
import { FIRST_ASSOCIATED, MORE_ASSOCIATED, totalOf } from './read-total'
import { totalCsv } from './total-file'

/** Mints whose decimals and symbols are in a file, and milliseconds that it waits for them. */
const MAX_MINTS = 100
const MINTS_MS = 800

/**
 * GET /api/v1/wallet?address=: what a wallet holds on the chain and compressed, as WalletTotal. `meta.complete`: the sums of SOL
 * and of every mint are exact. `associated=listed` also asks for the compressed accounts of up to 100 associated token accounts
 * instead of ten. `format=csv` or `json` makes it a file. design.md 4.3, 5.
 * @throws ProblemError invalid_params
 */
export async function answerWallet(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const wallet = takeScalar(search, 'address', address)
  const isMore = search.has('associated') && takeOneOf(search, 'associated', [ASSOCIATED_LISTED]) !== undefined
  const format = search.has('format') ? takeOneOf(search, 'format', ['csv', 'json']) : null
  const comments = takeComments(search)
  refuseOtherParams(search, [], ['address', 'associated', 'format', 'comments', 'integers'])
  const result = await totalOf(network, wallet, isMore ? MORE_ASSOCIATED : FIRST_ASSOCIATED, 'interactive')
  const complete = [result, result.sol, ...result.mints].every(({ sum }) => sum === 'exact')
  const meta = { network: network.name, slot: result.slot, complete }
  const cacheControl = 'public, max-age=0, s-maxage=2'
  const at = nowIso()
  const named = `leafscan-${network.name}-wallet-${wallet.slice(0, 8)}-${at.slice(0, 19).replaceAll(':', '')}`
  const file = format && { fileName: `${named.replaceAll(/[^\w-]+/g, '_')}.${format}` }
  if (format !== 'csv') return { content: jsonContent({ result, meta }), cacheControl, ...file }
  const listed = result.mints.slice(0, MAX_MINTS).map(({ mint }) => mint)
  const { mints } = await mintsOf(network, listed, MINTS_MS, 'export')
  const csv = totalCsv(result, network.name, mints, at)
  const content = new Content(comments ? csv : withoutComments(csv))
  return { content, contentType: CONTENT_TYPES.csv, cacheControl, ...file }
}
