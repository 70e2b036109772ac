import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { jsonContent } from '../api/content'
import { invalidParams, ProblemError } from '../api/problem'
import { searchOf } from '../page/url-reader'
import type { RequestClient } from '../platform/waiting-clients'
import { refuseOtherParams, takeNetwork } from '../upstream/networks/network-param'
import { COMPARE_PARAMS, readCompareUrl } from './address'
import { compareIndexers } from './comparisons'

/** Milliseconds. design.md 2 (6). */
const TOTAL_MS = 8_000

/** Seconds: below GRACE_MS, so that the comparison still runs when the client returns. */
const RETRY_AFTER_S = 2

/** GET /api/v1/compare?what=&…&a=1&b=2. 202 with `result: null` after 8 s: repeat the request. Issue 28. @throws ProblemError */
export async function answerCompare(search: URLSearchParams, client: RequestClient): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  refuseOtherParams(
    search,
    COMPARE_PARAMS.filter((name) => name !== 'subject'),
    ['integers'],
  )
  const read = readCompareUrl(searchOf(search))
  if (!read.ok) throw new ProblemError(invalidParams(read.invalid))
  const { query, missing } = read.value
  if (!query) throw new ProblemError(invalidParams([{ name: missing ?? 'what', message: 'is missing' }]))
  const outcome = await compareIndexers(network, query, TOTAL_MS, client)
  const meta = { network: network.name, state: outcome.state }
  if (outcome.state === 'done') return written({ result: outcome.comparison, meta }, 'public, max-age=0, s-maxage=2')
  const { labels, calls } = outcome
  return {
    ...written({ result: null, meta: { ...meta, labels, calls } }, 'no-store'),
    status: 202,
    retryAfterS: RETRY_AFTER_S,
  }
}

function written(value: unknown, cacheControl: string): ApiAnswer {
  return { content: jsonContent(value), cacheControl }
}
