import 'server-only'
import { stringifyJson } from '../rpc/json'
import { type Problem, ProblemError } from '../rpc/problem'
import { NOT_FOUND } from './freshness'
import { type Network, networkNamed, networkNames } from './networks'
import { invalidParams, problem } from './problem'

/*
 * What all answers of the explorer's API have in common: headers, problems, the network. design.md 4.4.
 */

/** An answer before it becomes a response. */
export interface ApiAnswer {
  /** JSON text. */
  body: string
  cacheControl: string
  status?: number
  contentType?: string
}

/** Requests that the API takes. */
const ALLOW = 'GET, HEAD, OPTIONS'

/** Data is public and may be used from anywhere; nothing in it is a page. */
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, X-Request-Id',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** Answers a GET or HEAD: problems become problem+json, and nothing of an unexpected error leaves the server. */
export async function answerApi(
  request: Request,
  answer: (search: URLSearchParams) => Promise<ApiAnswer>,
): Promise<Response> {
  const requestId = requestIdOf(request)
  try {
    return respond(request, await answer(new URL(request.url).searchParams), { 'x-request-id': requestId })
  } catch (error) {
    const said = error instanceof ProblemError ? error.problem : internal(error)
    return respond(request, problemAnswer({ ...said, requestId }), {
      'x-request-id': requestId,
      ...(said.retryAfterMs !== undefined && { 'retry-after': String(Math.ceil(said.retryAfterMs / 1000)) }),
    })
  }
}

/** Answers OPTIONS: any origin may read. */
export function answerOptions(): Response {
  const headers = {
    ...COMMON_HEADERS,
    allow: ALLOW,
    'access-control-allow-methods': ALLOW,
    'access-control-max-age': '86400',
  }
  return new Response(null, { status: 204, headers })
}

/** Answers every other method. */
export function refuseMethod(): Response {
  return new Response(null, { status: 405, headers: { ...COMMON_HEADERS, allow: ALLOW, 'cache-control': 'no-store' } })
}

/**
 * Takes `cluster` out of a query and says which network it names.
 * @throws ProblemError invalid_params that lists the names.
 */
export function takeNetwork(search: URLSearchParams): Network {
  const [name, second] = search.getAll('cluster')
  search.delete('cluster')
  const network = second === undefined ? networkNamed(name) : null
  if (network) return network
  const message = second === undefined ? `must be one of ${networkNames().join(', ')}` : 'must be given once'
  throw new ProblemError(invalidParams([{ name: 'cluster', message }]))
}

/**
 * Refuses what is left of a query beside the parameters that are taken.
 * @throws ProblemError invalid_params
 */
export function refuseOthers(search: URLSearchParams, allowed: readonly string[]): void {
  const names = [...allowed, 'cluster'].join(', ')
  const invalid = [...new Set(search.keys())].flatMap((name) => {
    if (!allowed.includes(name)) return [{ name, message: `is not a parameter here; allowed are ${names}` }]
    return search.getAll(name).length > 1 ? [{ name, message: 'must be given once' }] : []
  })
  if (invalid.length > 0) throw new ProblemError(invalidParams(invalid))
}

function problemAnswer(said: Problem): ApiAnswer {
  return {
    body: stringifyJson(said),
    status: said.status,
    contentType: 'application/problem+json',
    cacheControl: said.code === 'not_found' ? NOT_FOUND.cacheControl : 'no-store',
  }
}

/** A fault of our own: said in one log line, by class alone, because a message may hold anything. */
function internal(error: unknown): Problem {
  const name = error instanceof Error ? error.name : typeof error
  const line = { ts: new Date().toISOString(), level: 'error', msg: 'api fault', error: name }
  process.stderr.write(`${JSON.stringify(line)}\n`)
  return problem('internal_error', 'The explorer failed to answer; it is not your request.')
}

function respond(request: Request, answer: ApiAnswer, more: Record<string, string>): Response {
  const { body, cacheControl, status = 200, contentType = 'application/json' } = answer
  const headers = { ...COMMON_HEADERS, ...more, 'content-type': contentType, 'cache-control': cacheControl }
  return new Response(request.method === 'HEAD' ? null : body, { status, headers })
}

/** The id that a proxy in front gave the request, else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? ''
  return /^[\w-]{8,64}$/.test(given) ? given : crypto.randomUUID()
}
