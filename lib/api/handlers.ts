import 'server-only'
import type { HttpAnswer, HttpRequest } from '../platform/http-answer'
import { requestContext } from '../platform/request-context'
import type { RequestClient } from '../platform/waiting-clients'
import type { ApiAnswer } from './api-answer'
import { invalidParams, ProblemError } from './problem'
import { answerFor, PREFLIGHT } from './respond'
import { finishedAnswers } from './response-cache'

/** @param answer never rejects; `left` aborts when the client disconnects */
export function routeHandlers(answer: (request: HttpRequest, left: AbortSignal) => HttpAnswer | Promise<HttpAnswer>) {
  const handle = async (): Promise<Response> => {
    const context = requestContext()
    if (!context) throw new Error('a route handler runs for no request of our server')
    const given = context.request.method === 'OPTIONS' ? PREFLIGHT : await answer(context.request, context.left)
    context.answered(given)
    if (given.reuse) finishedAnswers().remember(context.request.target, given.reuse)
    const { status, headers, body } = given
    const sent = body === null || Buffer.isBuffer(body) ? (body as BodyInit | null) : streamOf(body)
    return new Response(sent, { status, headers: headers as Record<string, string> })
  }
  return { GET: handle, HEAD: handle, OPTIONS: handle }
}

/** @param hasU64 true: takes `integers=string` */
export function apiHandlers(
  route: string,
  answer: (search: URLSearchParams, client: RequestClient) => ApiAnswer | Promise<ApiAnswer>,
  { hasU64 = false } = {},
) {
  return routeHandlers((request, left) => answerApi(request, left, route, answer, hasU64))
}

export async function answerApi(
  request: HttpRequest,
  left: AbortSignal,
  route: string,
  answer: (search: URLSearchParams, client: RequestClient) => ApiAnswer | Promise<ApiAnswer>,
  hasU64 = false,
): Promise<HttpAnswer> {
  const reader = { peer: request.peer, left }
  return answerFor(request, route, async () => {
    const search = searchOf(request)
    if (!hasU64 || !search.has('integers')) return answer(search, reader)
    takeIntegers(search)
    return withTextIntegers(await answer(search, reader))
  })
}

export const INTEGERS = 'string'

/** @throws ProblemError invalid_params */
function takeIntegers(search: URLSearchParams): void {
  const [form, second] = search.getAll('integers')
  search.delete('integers')
  if (form === INTEGERS && second === undefined) return
  throw new ProblemError(invalidParams([{ name: 'integers', message: `must be ${INTEGERS}, or left out` }]))
}

function withTextIntegers(answer: ApiAnswer): ApiAnswer {
  const { reuse } = answer
  const again = () => {
    const now = reuse?.() ?? null
    return now && withTextIntegers(now)
  }
  return { ...answer, content: answer.content.textIntegers, ...(reuse && { reuse: again }) }
}

export function fileHandlers(route: string, make: (search: URLSearchParams) => ApiAnswer | Promise<ApiAnswer>) {
  return routeHandlers((request) => answerFor(request, route, async () => make(searchOf(request))))
}

const NOT_THERE: HttpAnswer = { status: 404, headers: { 'cache-control': 'private, no-cache' }, body: null }

export function subjectFileHandlers(
  route: string,
  subjectOf: (path: string) => string | null,
  make: (subject: string, search: URLSearchParams) => ApiAnswer | Promise<ApiAnswer>,
) {
  return routeHandlers((request) => {
    const subject = subjectOf(request.target.split('?')[0] ?? '')
    if (subject === null) return NOT_THERE
    return answerFor(request, route, async () => make(subject, searchOf(request)))
  })
}

/** For files made from data in memory: not cached, served without Next.js where possible. */
export function inMemoryFileHandlers(route: string, make: (search: URLSearchParams) => ApiAnswer) {
  const repeated = (query: string): ApiAnswer => ({
    ...make(new URLSearchParams(query)),
    reuse: () => repeated(query),
  })
  return fileHandlers(route, (search) => repeated(search.toString()))
}

function searchOf({ target }: HttpRequest): URLSearchParams {
  return new URLSearchParams(target.split(/\?(.*)/s)[1])
}

type Pieces = AsyncGenerator<string | Uint8Array>

function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
