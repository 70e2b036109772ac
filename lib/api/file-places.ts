import 'server-only'
import type { HttpAnswer, HttpRequest } from '../platform/http-answer'
import { once } from '../platform/once'
import { ProblemError, problem } from './problem'
import { answerError } from './respond'

/** Exports at once: each holds its rows and text until the client has received them. */
const MAX_FILES = 32

const RETRY_AFTER_MS = 5_000

const taken = once('file places', () => new Map<string, number>())

/** A client gets at most as many places as stay free for others. @throws ProblemError explorer_busy */
export function takeFilePlace({ peer }: HttpRequest, left: AbortSignal): void {
  const own = taken().get(peer) ?? 0
  const all = [...taken().values()].reduce((sum, count) => sum + count, 0)
  if (own >= MAX_FILES - all) {
    const detail = 'Too many files are being written. Wait until one of yours is done, or a few seconds.'
    throw new ProblemError(problem('explorer_busy', detail, { retryAfterMs: RETRY_AFTER_MS }))
  }
  if (left.aborted) return
  taken().set(peer, own + 1)
  left.addEventListener('abort', () => {
    const count = (taken().get(peer) ?? 1) - 1
    if (count > 0) taken().set(peer, count)
    else taken().delete(peer)
  })
}

interface OpenFile {
  contentType: string
  fileName: string
  pieces: AsyncGenerator<string | Uint8Array>
}

/** Streams as fast as the client reads. Never rejects. design.md 4.4. @param left aborted when the client disconnects */
export async function answerFile(
  request: HttpRequest,
  left: AbortSignal,
  route: string,
  open: (search: URLSearchParams) => Promise<OpenFile>,
): Promise<HttpAnswer> {
  try {
    takeFilePlace(request, left)
    const { contentType, fileName, pieces } = await open(new URLSearchParams(request.target.split(/\?(.*)/s)[1]))
    const isHead = request.method === 'HEAD'
    if (isHead) await pieces.return(undefined)
    const headers = {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    }
    return { status: 200, headers, body: isHead ? null : pieces, route }
  } catch (error) {
    return { ...(await answerError(request, error, route)), route }
  }
}
