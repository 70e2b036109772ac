import 'server-only'
import { answerAccountExport } from '../account/export-api'
import { answerApi } from '../api/respond'
import { answerExport } from '../listing/export/export-api'
import type { HttpAnswer, HttpRequest } from '../platform/http-answer'
import { answerLiveness } from '../server/liveness/liveness'
import { answerFile } from './api/files'

/**
 * The one definition of everything that is no page: API, exports, feeds, badge, previews, health. Null where none of them
 * has the request's address. Never rejects.
 * @param left aborted when the reader is gone.
 */
export async function answerMachine(request: HttpRequest, left: AbortSignal): Promise<HttpAnswer | null> {
  return (
    (await answerExport(request, left)) ??
    (await answerAccountExport(request, left)) ??
    (await answerApi(request, left)) ??
    (await answerFile(request)) ??
    answerLiveness(request)
  )
}
