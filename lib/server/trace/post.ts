import type { TraceSetting } from '../../platform/trace-setting'
import { sendOnce } from '../../rpc-client/send-once'
import { targetOf } from '../../rpc-client/target'

/** Milliseconds from connecting to the end of the answer. OTEL_EXPORTER_OTLP_TIMEOUT's default. */
const WITHIN_MS = 10_000

/** Bytes of an answer that are read: it names at most how many spans were rejected. */
const MAX_BYTES = 16 * 1024

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
  const sent = await sendOnce('POST', { ...target, headers: { ...target.headers, ...headers } }, body, WITHIN_MS)
  if ('code' in sent) return failed(sent.code === 'ABORT_ERR' ? 'timeout' : sent.code || 'failed')
  const { response, refusal } = sent
  const { statusCode: status = 0 } = response
  let text = ''
  try {
    for await (const part of response) if (text.length < MAX_BYTES) text += part
  } catch {
    return failed('failed')
  }
  if (refusal) return failed(refusal.code)
  if (status >= 200 && status < 300) return { problem: null, isTransient: false, rejected: rejectedIn(text) }
  return failed(`http_${status}`, TRANSIENT.has(status))
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
