import 'server-only'
import { percentDecoded } from '@/lib/platform/percent-decoded'
import type { HappenedIn } from '../../account/file-columns'
import { takeFilePlace } from '../../api/file-places'
import { answerError, PREFLIGHT } from '../../api/respond'
import type { HttpAnswer, HttpRequest } from '../../platform/http-answer'
import { openExport } from './export'

const PATH = /^\/api\/v1\/([^/?]+)\/[^?]*(?:\?(.*))?$/s

/** Streams as fast as the client reads. Never rejects. design.md 4.4. @param left aborted when the client disconnects */
export async function answerExport(
  happenedIn: HappenedIn,
  request: HttpRequest,
  left: AbortSignal,
): Promise<HttpAnswer> {
  const { method, target } = request
  const [, name = '', query = ''] = PATH.exec(target) ?? []
  if (method === 'OPTIONS') return PREFLIGHT
  try {
    takeFilePlace(request, left)
    const { contentType, fileName, pieces } = await openExport(happenedIn, percentDecoded(name), query, {
      peer: request.peer,
      left,
    })
    if (method === 'HEAD') await pieces.return()
    return {
      status: 200,
      headers: {
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
