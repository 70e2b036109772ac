import 'server-only'
import { percentDecoded } from '@/lib/platform/percent-decoded'
import type { HappenedIn } from '../../account/file-columns'
import { answerFile } from '../../api/file-places'
import type { HttpRequest } from '../../platform/http-answer'
import { openExport } from './export'

/** GET /api/v1/<operation>/export: a whole list, or one page of it. */
export function answerExport(happenedIn: HappenedIn, request: HttpRequest, left: AbortSignal) {
  const [, name = ''] = /^\/api\/v1\/([^/?]+)\//.exec(request.target) ?? []
  const client = { peer: request.peer, left }
  return answerFile(request, left, '/api/v1/[method]/export', (search) =>
    openExport(happenedIn, percentDecoded(name), search, client),
  )
}
