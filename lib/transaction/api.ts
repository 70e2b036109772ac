import 'server-only'
import { z } from 'zod'
import type { ApiAnswer } from '../api/api-answer'
import { jsonContent } from '../api/content'
import { ProblemError } from '../api/problem'
import { escapeInvisible } from '../format/text'
import { clock } from '../platform/clock'
import type { RequestClient } from '../platform/waiting-clients'
import { signature as transactionSignature } from '../protocol/rpc/primitives'
import { noChainNodeProblem } from '../upstream/chain/problem'
import { refuseOtherParams, takeNetwork, takeOneOf, takeScalar } from '../upstream/networks/network-param'
import { isWhole, keptOf } from './kept'
import { transactionDetails } from './load'
import { whatHappened } from './what-happened'

/** Milliseconds for all upstream calls of a response. design.md 2 (6). */
const TOTAL_MS = 8_000

/** For incomplete or unfinalized results; the rest never changes. */
const CHANGING = 'public, max-age=0, s-maxage=2'
const FINAL = 'public, max-age=3600'

/**
 * GET /api/v1/transaction?signature=: a chain node's transaction, re-encoded from the fields that were read, and its
 * description. `meta.complete`: its effect on compressed state is known, with the contents of all consumed accounts.
 * design.md 4.4.
 * @throws ProblemError
 */
export async function answerTransaction(search: URLSearchParams, { left }: RequestClient): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const signature = takeScalar(search, 'signature', transactionSignature)
  refuseOtherParams(search, [], ['signature', 'integers'])
  const details = await transactionDetails(network, signature, clock().monotonic() + TOTAL_MS, 'interactive', left)
  const kept = keptOf(network, signature)
  const result = { ...details, description: kept?.description }
  return {
    content: jsonContent({ result, meta: { network: network.name, complete: isWhole(details) } }),
    cacheControl: kept?.readAgainAt === Number.POSITIVE_INFINITY ? FINAL : CHANGING,
  }
}

const MAX_SIGNATURES = 50
const RULE = `must be 1 to ${MAX_SIGNATURES} signatures separated by commas`

const signatureList = z.string({ error: RULE }).transform((text, context) => {
  const signatures = text.split(',')
  const wrong = signatures.find((one) => !transactionSignature.safeParse(one).success)
  const isTooLong = signatures.length > MAX_SIGNATURES
  const why = isTooLong ? `${signatures.length} were given` : `“${escapeInvisible(wrong?.slice(0, 100) ?? '')}” is none`
  if (isTooLong || wrong !== undefined) context.addIssue({ code: 'custom', message: `${RULE}; ${why}` })
  return [...new Set(signatures)]
})

/** Unlike a final transaction's, a sentence may become better. */
const SENTENCES = 'public, max-age=60'

/**
 * GET /api/v1/transactions?signatures=: what each of them did, in a sentence. Answers at once with what is kept, and begins to
 * read a few of the others; `begin=automatic` only where pages do so by themselves. design.md 5.
 * @throws ProblemError invalid_params, no_chain_node
 */
export async function answerTransactions(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const signatures = takeScalar(search, 'signatures', signatureList)
  const begin = search.has('begin') ? takeOneOf(search, 'begin', ['always', 'automatic']) : 'always'
  refuseOtherParams(search, [], ['signatures', 'begin', 'integers'])
  const answer = await whatHappened(network, signatures, begin)
  if (!answer) throw new ProblemError(noChainNodeProblem(network.name))
  const { result, meta } = answer
  const isFinal = meta.complete && result.every(({ retryAfterMs }) => retryAfterMs === undefined)
  return { content: jsonContent(answer), cacheControl: isFinal ? SENTENCES : CHANGING }
}
