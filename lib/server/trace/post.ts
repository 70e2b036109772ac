import { clock } from '../../platform/clock'
import { percentDecoded } from '../../platform/percent-decoded'
import type { TraceSetting } from '../../platform/trace-setting'
import { proxies } from '../../rpc-client/proxies'
import { proxyErrorOf, proxyRefusalOf } from '../../rpc-client/proxy-error'
import { wayTo } from '../../rpc-client/way'

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

/** Posts an export's body. Never rejects, follows no redirect, and tells nothing of the URL or the headers. */
export function postSpans({ url, headers }: Pick<TraceSetting, 'url' | 'headers'>, body: string): Promise<Posted> {
  const { protocol, hostname, port, pathname, search, username, password } = new URL(url)
  const credentials = `${percentDecoded(username)}:${percentDecoded(password)}`
  const wanted = {
    secure: protocol === 'https:',
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: pathname + search,
  }
  return new Promise((resolve) => {
    const late = new AbortController()
    const { request: begin, headers: ofWay, via, ...place } = wayTo(proxies(), wanted, false)
    const request = begin({
      ...place,
      method: 'POST',
      signal: late.signal,
      headers: {
        ...ofWay,
        ...(username || password ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {}),
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'leafscan',
      },
    })
    request.on(
      'close',
      clock().after(WITHIN_MS, () => late.abort()),
    )
    request.on('response', (response) => {
      const { statusCode: status = 0 } = response
      let text = ''
      response.on('error', () => resolve({ problem: 'failed', isTransient: true, rejected: 0 }))
      response.on('data', (part) => {
        if (text.length < MAX_BYTES) text += part
      })
      response.on('end', () => {
        const refusal = proxyRefusalOf({ via }, status)
        if (refusal) resolve({ problem: refusal.code, isTransient: true, rejected: 0 })
        else if (status >= 200 && status < 300)
          resolve({ problem: null, isTransient: false, rejected: rejectedIn(text) })
        else resolve({ problem: `http_${status}`, isTransient: TRANSIENT.has(status), rejected: 0 })
      })
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const code = proxyErrorOf({ via }, error)?.code ?? error.code
      resolve({ problem: code === 'ABORT_ERR' ? 'timeout' : (code ?? 'failed'), isTransient: true, rejected: 0 })
    })
    request.end(body)
  })
}

function rejectedIn(text: string): number {
  try {
    const rejected = Number(JSON.parse(text).partialSuccess?.rejectedSpans ?? 0)
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0
  } catch {
    return 0
  }
}
