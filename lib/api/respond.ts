import 'server-only'
import type { HttpAnswer, HttpRequest } from '../platform/http-answer'
import { errorClass, log } from '../platform/log'
import { stringifyJson } from '../protocol/rpc/json'
import type { ApiAnswer } from './api-answer'
import { Content, type EncodedBytes, matchesEtag } from './content'
import { isProblem, type Problem, problem } from './problem'
import { countRefusal } from './refusals'

/** Short: the next block may change it. */
const NOT_FOUND_CACHE = 'public, max-age=0, s-maxage=5'

const ALLOW = 'GET, HEAD, OPTIONS'

/** Never rejects. @param route metrics label */
export async function answerFor(
  request: HttpRequest,
  route: string,
  make: () => Promise<ApiAnswer>,
): Promise<HttpAnswer> {
  try {
    return await sent(request, await make(), route)
  } catch (error) {
    return { ...(await answerError(request, error, route)), route }
  }
}

async function sent(request: HttpRequest, answer: ApiAnswer, route: string): Promise<HttpAnswer> {
  const counted = ({ via }: ApiAnswer, written: HttpAnswer) => ({ ...written, route, cache: via ?? 'none' })
  const sendAgain = (later: HttpRequest): HttpAnswer | null => {
    const now = answer.reuse?.() ?? null
    const form = now?.content.encodedIfReady(later.headers['accept-encoding'])
    return now && form ? { ...counted(now, write(later, now, form)), reuse: sendAgain } : null
  }
  return { ...counted(answer, await respond(request, answer)), ...(answer.reuse && { reuse: sendAgain }) }
}

export function answerError(request: HttpRequest, error: unknown, route: string): Promise<HttpAnswer> {
  const problem = isProblem(error) ? error.problem : internal(error)
  for (const { name } of problem.invalid ?? []) countRefusal(route, name)
  const { retryAfterMs } = problem
  return respond(request, {
    ...problemAnswer({ ...problem, requestId: request.id }),
    ...(retryAfterMs !== undefined && { retryAfterS: Math.ceil(retryAfterMs / 1000) }),
  })
}

export const PREFLIGHT: HttpAnswer = {
  status: 204,
  headers: {
    allow: ALLOW,
    'access-control-allow-methods': ALLOW,
    'access-control-allow-headers': 'If-None-Match, X-Request-Id',
    'access-control-max-age': '86400',
  },
  body: null,
}

function problemAnswer(problem: Problem): ApiAnswer {
  return {
    content: new Content(stringifyJson(problem)),
    status: problem.status,
    contentType: 'application/problem+json',
    cacheControl: problem.code === 'not_found' ? NOT_FOUND_CACHE : 'no-store',
    // Only the indexer's problems came from upstream.
    ...(problem.status > 500 && { cacheStatus: `fwd=miss; detail=${problem.code}` }),
  }
}

/** Logs the class alone: a message may hold anything. */
function internal(error: unknown): Problem {
  // Work aborted because its client left is not a fault.
  if (!isAbort(error)) log('error', 'api fault', { error: errorClass(error) })
  return problem('internal_error', 'The explorer failed. Your request is fine.')
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

async function respond(request: HttpRequest, answer: ApiAnswer): Promise<HttpAnswer> {
  return write(request, answer, await answer.content.encodedFor(request.headers['accept-encoding']))
}

/** 304 if the client has these bytes; HEAD gets the headers of a GET. RFC 9110. */
function write(
  { method, headers: requestHeaders }: HttpRequest,
  { content, cacheControl, status = 200, contentType = 'application/json', ...more }: ApiAnswer,
  { bytes, etag, encoding }: EncodedBytes,
): HttpAnswer {
  const { fileName, cacheStatus, age, retryAfterS } = more
  const known = status === 200 && matchesEtag(requestHeaders['if-none-match'], etag)
  const headers = {
    'cache-control': cacheControl,
    ...(cacheStatus !== undefined && { 'cache-status': `leafscan; ${cacheStatus}` }),
    ...(age !== undefined && { age: String(age) }),
    ...(retryAfterS !== undefined && { 'retry-after': String(retryAfterS) }),
    ...(content.varies && { vary: 'Accept-Encoding' }),
    ...(status === 200 && { etag }),
  }
  if (known) return { status: 304, headers, body: null }
  return {
    status,
    headers: {
      ...headers,
      ...(encoding && { 'content-encoding': encoding }),
      'content-type': contentType,
      ...(fileName !== undefined && { 'content-disposition': `attachment; filename="${fileName}"` }),
      'content-length': String(bytes.length),
    },
    body: method === 'HEAD' ? null : bytes,
  }
}
