import type { TraceSetting } from '../../platform/trace-setting'
import { type HttpError, post } from '../../rpc-client/http'
import { targetOf } from '../../rpc-client/target'

/** Milliseconds from connecting to the end of the answer. OTEL_EXPORTER_OTLP_TIMEOUT's default. */
const WITHIN_MS = 10_000

/** Bytes of an answer: it names at most how many spans were rejected. */
const MAX_BYTES = 1024 * 1024

/** What became of one export. */
export interface Posted {
  /** Null: it was taken; else why it was not, in a word or a status, never a text of the collector's. */
  problem: string | null
  /** True where the same spans may be taken later. https://opentelemetry.io/docs/specs/otlp/#failures-1. */
  isTransient: boolean
  /** Spans of a taken export that the collector did not want. */
  rejected: number
}

const TRANSIENT = new Set([429, 502, 503, 504])

/** Posts an export's body. Never rejects, and tells nothing of the URL or the headers. */
export async function postSpans(
  { url, headers }: Pick<TraceSetting, 'url' | 'headers'>,
  body: string,
): Promise<Posted> {
  const target = targetOf(new URL(url))
  const parts: Buffer[] = []
  let status = 0
  const problem = await post({ ...target, headers: { ...target.headers, ...headers } }, body, {
    deadlineMs: WITHIN_MS,
    maxBytes: MAX_BYTES,
    freshSocket: true,
    onHead(answered) {
      status = answered
    },
    onPart: (part) => void parts.push(part),
  }).then(
    () => null,
    ({ reason, code }: HttpError) => (reason === 'timeout' ? reason : code || 'failed'),
  )
  if (status > 0 && (status < 200 || status > 299)) return failed(`http_${status}`, TRANSIENT.has(status))
  if (problem !== null) return failed(problem)
  return { problem: null, isTransient: false, rejected: rejectedIn(Buffer.concat(parts).toString()) }
}

const failed = (problem: string, isTransient = true): Posted => ({ problem, isTransient, rejected: 0 })

function rejectedIn(text: string): number {
  try {
    const rejected = Number(JSON.parse(text).partialSuccess?.rejectedSpans ?? 0)
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0
  } catch {
    return 0
  }
}
