import { STATUS_CODES } from 'node:http'
import type { HttpAnswer } from '../../platform/http-answer'

/**
 * The API's is problem+json; others get a self-contained page without the framework.
 * @param headers of this status, such as Allow
 */
export function refusal(
  status: number,
  detail: string,
  api: boolean,
  headers: Record<string, string> = {},
): HttpAnswer & { body: Buffer } {
  const title = STATUS_CODES[status] ?? 'Refused'
  const text = api
    ? JSON.stringify({ type: 'about:blank', title, status, code: 'invalid_params', detail, retryable: false })
    : page(status, title, detail)
  return {
    status,
    headers: {
      ...headers,
      'content-type': api ? 'application/problem+json' : 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      // The request's body is not read.
      connection: 'close',
    },
    body: Buffer.from(text),
  }
}

/** Holds nothing of the request, so nothing needs escaping. */
function page(status: number, title: string, detail: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${status} ${title} · Leafscan</title></head><body><main><h1>Leafscan can’t process this request</h1><p>${detail}</p><p>HTTP ${status} ${title}. <a href="/">Go to the home page</a></p></main></body></html>\n`
}
