import { Readable } from 'node:stream'
import { answerExport } from '@/lib/http/api/export-answer'

/** GET /api/v1/<methodName>/export. */
export async function GET(request: Request, { params }: { params: Promise<{ method: string }> }): Promise<Response> {
  const { method: name } = await params
  const { method, url, signal } = request
  const { pathname, search } = new URL(url)
  const asked = { method, target: pathname + search, headers: Object.fromEntries(request.headers) }
  const { status, headers, body } = await answerExport(asked, name, signal)
  const stream = body instanceof Readable ? (Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>) : null
  return new Response(stream ?? (body && new Uint8Array(body as Buffer)), { status, headers })
}

export { GET as HEAD }
