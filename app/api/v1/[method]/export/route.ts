import { Readable } from 'node:stream'
import { answerError, COMMON_HEADERS } from '@/lib/gateway/api/api'
import { openExport } from '@/lib/gateway/api/export'

/**
 * GET /api/v1/<methodName>/export: a list as CSV or NDJSON, written as it is read, no faster than its reader takes
 * it. design.md 4.4.
 */
export async function GET(request: Request, { params }: { params: Promise<{ method: string }> }): Promise<Response> {
  const { method: name } = await params
  const { method, url, headers, signal } = request
  const { pathname, search } = new URL(url)
  try {
    const { contentType, fileName, pieces } = await openExport(name, search.slice(1), signal)
    // One piece ahead of the reader: a chunk of rows is some hundred kilobytes.
    const stream = Readable.toWeb(Readable.from(pieces, { highWaterMark: 1 })) as ReadableStream<Uint8Array>
    if (method === 'HEAD') await stream.cancel()
    const body = method === 'HEAD' ? null : stream
    return new Response(body, {
      headers: {
        ...COMMON_HEADERS,
        'content-type': contentType,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    const asked = { method, target: pathname + search, headers: Object.fromEntries(headers) }
    const answer = await answerError(asked, error, '/api/v1/[method]/export')
    const body = answer.body && new Uint8Array(answer.body)
    return new Response(body, { status: answer.status, headers: answer.headers as Record<string, string> })
  }
}

export { GET as HEAD }
