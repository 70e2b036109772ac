import 'server-only'
import { percentDecoded } from '@/lib/platform/percent-decoded'
import { takeFilePlace } from '../../api/file-places'
import { answerError, COMMON_HEADERS, PREFLIGHT } from '../../api/respond'
import type { HttpAnswer, HttpRequest } from '../../platform/http-answer'
import { openExport } from './export'

const PATH = /^\/api\/v1\/([^/?]+)\/export(?:\?(.*))?$/s

/**
 * GET /api/v1/<methodName>/export: a list as CSV or NDJSON, written as it is read, no faster than its reader takes it.
 * design.md 4.4. Null for every other path. Never rejects.
 * @param left aborted when the reader is gone.
 */
export async function answerExport(request: HttpRequest, left: AbortSignal): Promise<HttpAnswer | null> {
  const { method, target } = request
  const [path, name = '', query = ''] = PATH.exec(target) ?? []
  if (path === undefined) return null
  if (method === 'OPTIONS') return PREFLIGHT
  try {
    takeFilePlace(request, left)
    const { contentType, fileName, pieces } = await openExport(percentDecoded(name), query, {
      peer: request.peer,
      left,
    })
    if (method === 'HEAD') await pieces.return()
    return {
      status: 200,
      headers: {
        ...COMMON_HEADERS,
        'content-type': contentType,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      },
      body: method === 'HEAD' ? null : pieces,
    }
  } catch (error) {
    return answerError(request, error, '/api/v1/[method]/export')
  }
}
