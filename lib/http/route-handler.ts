import 'server-only'
import { finishedAnswers } from '../api/response-cache'
import { requestContext } from '../platform/request-context'
import { answerMachine } from './answers'

/** Answers a request for everything that is no page: what it says and how stands in answers.ts. */
export async function answerRoute(): Promise<Response> {
  const context = requestContext()
  if (!context) throw new Error('a route handler runs for no request of our server')
  const answer = await answerMachine(context.request, context.left)
  if (!answer) return new Response(null, { status: 404, headers: { 'cache-control': 'private, no-cache' } })
  context.answered(answer)
  if (answer.again) finishedAnswers().remember(context.request.target, answer.again)
  const { status, headers, body } = answer
  return new Response(bodyOf(body), { status, headers: headers as Record<string, string> })
}

type Pieces = AsyncGenerator<string | Uint8Array>

function bodyOf(body: Buffer | Pieces | null): BodyInit | null {
  // Bytes that lie ready are sent by the server itself: see Answer.state().
  return body === null || Buffer.isBuffer(body) ? null : streamOf(body)
}

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

export { answerRoute as GET, answerRoute as HEAD, answerRoute as OPTIONS }
