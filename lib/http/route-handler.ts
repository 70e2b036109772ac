import { door } from '../server/door'

/**
 * Answers a request for everything that is no page: what it says and how stands in lib/http/answers.ts, which runs in the
 * server's process and not in the framework's bundle of this file.
 */
export async function answerMachine(): Promise<Response> {
  const answer = await door().answer()
  if (!answer) return new Response(null, { status: 404, headers: { 'cache-control': 'private, no-cache' } })
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

export { answerMachine as GET, answerMachine as HEAD, answerMachine as OPTIONS }
