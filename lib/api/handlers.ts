import 'server-only'
import type { HttpAnswer, HttpRequest } from '../platform/http-answer'
import type { Reader } from '../platform/reader'
import { requestContext } from '../platform/request-context'
import type { ApiAnswer } from './api-answer'
import { answerFor, PREFLIGHT } from './respond'
import { finishedAnswers } from './response-cache'

/** What a route file exports. */
export interface Handlers {
  GET(): Promise<Response>
  HEAD(): Promise<Response>
  OPTIONS(): Promise<Response>
}

/**
 * The handlers of a route that answers itself.
 * @param answer never rejects. `left`: aborted when the reader is gone.
 */
export function routeHandlers(
  answer: (request: HttpRequest, left: AbortSignal) => HttpAnswer | Promise<HttpAnswer>,
): Handlers {
  const handle = async (): Promise<Response> => {
    const context = requestContext()
    if (!context) throw new Error('a route handler runs for no request of our server')
    const given = await answer(context.request, context.left)
    context.answered(given)
    if (given.again) finishedAnswers().remember(context.request.target, given.again)
    const { status, headers, body } = given
    const sent = body === null || Buffer.isBuffer(body) ? (body as BodyInit | null) : streamOf(body)
    return new Response(sent, { status, headers: headers as Record<string, string> })
  }
  return { GET: handle, HEAD: handle, OPTIONS: handle }
}

/** The handlers of an address of the API. @param route what it counts as. */
export function apiHandlers(
  route: string,
  answer: (search: URLSearchParams, reader: Reader) => ApiAnswer | Promise<ApiAnswer>,
): Handlers {
  return routeHandlers((request, left) => answerApi(request, left, route, answer))
}

/** Answers one request to the API. */
export async function answerApi(
  request: HttpRequest,
  left: AbortSignal,
  route: string,
  answer: (search: URLSearchParams, reader: Reader) => ApiAnswer | Promise<ApiAnswer>,
): Promise<HttpAnswer> {
  if (request.method === 'OPTIONS') return PREFLIGHT
  const reader = { peer: request.peer, left }
  return answerFor(request, route, async () => answer(searchOf(request), reader))
}

/** The handlers of a file for machines and other people's pages: feed, picture. @param route what it counts as. */
export function fileHandlers(
  route: string,
  make: (search: URLSearchParams) => ApiAnswer | Promise<ApiAnswer>,
): Handlers {
  return routeHandlers((request) => answerFor(request, route, async () => make(searchOf(request))))
}

/** Where no file has this path, though its route takes it. */
const NOT_THERE: HttpAnswer = { status: 404, headers: { 'cache-control': 'private, no-cache' }, body: null }

/**
 * The same for files about a subject that their paths name.
 * @param subjectOf null: no file has this path.
 */
export function subjectFileHandlers(
  route: string,
  subjectOf: (path: string) => string | null,
  make: (subject: string, search: URLSearchParams) => ApiAnswer | Promise<ApiAnswer>,
): Handlers {
  return routeHandlers((request) => {
    const subject = subjectOf(request.target.split('?')[0] ?? '')
    if (subject === null) return NOT_THERE
    return answerFor(request, route, async () => make(subject, searchOf(request)))
  })
}

/** The same for a file that is made of what is known anyway: sent again without Next.js, made anew each time. */
export function knownFileHandlers(route: string, make: (search: URLSearchParams) => ApiAnswer): Handlers {
  const repeated = (query: string): ApiAnswer => ({
    ...make(new URLSearchParams(query)),
    again: () => repeated(query),
  })
  return fileHandlers(route, (search) => repeated(search.toString()))
}

function searchOf({ target }: HttpRequest): URLSearchParams {
  return new URLSearchParams(target.split(/\?(.*)/s)[1])
}

type Pieces = AsyncGenerator<string | Uint8Array>

/** One piece ahead of the reader: a chunk of rows is some hundred kilobytes. */
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
