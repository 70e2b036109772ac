import 'server-only'
import { Readable } from 'node:stream'
import type { DirectRequest } from '../direct-api'
import { answerError, COMMON_HEADERS } from './api'
import { openExport } from './export'

/** An answer whose body may be a stream. */
export interface ExportAnswer {
  status: number
  headers: Record<string, string>
  /** Null for HEAD. */
  body: Readable | Buffer | null
}

/**
 * GET /api/v1/<methodName>/export: a list as CSV or NDJSON, written as it is read, no faster than its reader takes it.
 * design.md 4.4. Never rejects.
 * @param name of the operation, decoded.
 * @param left aborted when the reader is gone.
 */
export async function answerExport(request: DirectRequest, name: string, left: AbortSignal): Promise<ExportAnswer> {
  const { method, target } = request
  const mark = target.indexOf('?')
  try {
    const { contentType, fileName, pieces } = await openExport(name, mark < 0 ? '' : target.slice(mark + 1), left)
    if (method === 'HEAD') await pieces.return()
    return {
      status: 200,
      headers: {
        ...COMMON_HEADERS,
        'content-type': contentType,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      },
      // One piece ahead of the reader: a chunk of rows is some hundred kilobytes.
      body: method === 'HEAD' ? null : Readable.from(pieces, { highWaterMark: 1 }),
    }
  } catch (error) {
    const { status, headers, body } = await answerError(request, error, '/api/v1/[method]/export')
    return { status, headers: headers as Record<string, string>, body }
  }
}
