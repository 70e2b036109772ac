import type { TraceSetting } from '../../platform/trace-setting'
import { type HttpError, post } from '../../rpc-client/http'
import { targetOf } from '../../rpc-client/target'

/** OTEL_EXPORTER_OTLP_TIMEOUT's default. */
const WITHIN_MS = 10_000

const MAX_BYTES = 1024 * 1024

export interface Posted {
  /** null: accepted; else a word or a status, never the collector's text. */
  problem: string | null
  /** https://opentelemetry.io/docs/specs/otlp/#failures-1. */
  isTransient: boolean
  /** Spans that the collector rejected in an accepted export. */
  rejected: number
}

const TRANSIENT = new Set([429, 502, 503, 504])

/** Never rejects; its result holds nothing of the URL or the headers. */
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
