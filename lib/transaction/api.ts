import 'server-only'
import { shownMints } from '../account/mints/contract'
import { mintsOf } from '../account/mints/load-mints'
import type { ApiAnswer } from '../api/api-answer'
import { Content } from '../api/content'
import { clock } from '../platform/clock'
import type { RequestClient } from '../platform/waiting-clients'
import { stringifyJson } from '../protocol/rpc/json'
import { signature as transactionSignature } from '../protocol/rpc/primitives'
import { refuseOthers, takeNetwork, takeScalar } from '../upstream/networks/network-param'
import type { TransactionDetails } from './contract'
import { describe, mintsIn } from './description/describe'
import { transactionDetails } from './load'

/** Milliseconds for all upstream calls of a response. design.md 2 (6). */
const TOTAL_MS = 8_000

/** Milliseconds for the decimals of mints, beyond which amounts in the description are in base units. */
const MINTS_MS = 800

/** For incomplete or unfinalized results; the rest never changes. */
const CHANGING = 'public, max-age=0, s-maxage=2'
const FINAL = 'public, max-age=3600'

/**
 * GET /api/v1/transaction?signature=: a chain node's transaction, re-encoded from the fields that were read, and its
 * description. `meta.complete`:
 * its effect on compressed state is known, with the contents of all consumed accounts. design.md 4.4.
 * @throws ProblemError
 */
export async function answerTransaction(search: URLSearchParams, { left }: RequestClient): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const signature = takeScalar(search, 'signature', transactionSignature)
  refuseOthers(search, ['signature'])
  const details = await transactionDetails(network, signature, clock().monotonic() + TOTAL_MS, 'interactive', left)
  const { mints, problem } = await mintsOf(network, mintsIn(describe(details)), MINTS_MS)
  const known = shownMints(mints)
  const result = { ...details, description: describe(details, { decimals: (mint) => known[mint]?.decimals }) }
  const complete = isWhole(details)
  // "Changed nothing" is contradicted once the indexer lists it, so it is not settled.
  const isSettled = complete && (result.usesCompression === true || result.failure !== null)
  const isFinal = isSettled && result.finalized && !result.unchecked && problem === null
  return {
    content: new Content(stringifyJson({ result, meta: { network: network.name, complete } })),
    cacheControl: isFinal ? FINAL : CHANGING,
  }
}

function isWhole({ doubt, consumed, unreadable }: TransactionDetails): boolean {
  if (doubt !== null || unreadable.length > 0) return false
  return consumed.every(({ content }) => content.state === 'read' || content.state === 'not_needed')
}
