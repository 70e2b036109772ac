import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

export interface HttpRequest {
  method: string
  target: string
  headers: IncomingHttpHeaders
  id: string
  peer: string
}

export interface HttpAnswer {
  status: number
  headers: OutgoingHttpHeaders
  /** Chunks of a streamed body; null: HEAD, 204, 304. */
  body: Buffer | AsyncGenerator<string | Uint8Array> | null
  /** Metrics label, from a bounded list; absent: the path's pattern. */
  route?: string
  cache?: string
  /** Answers a later request for the same target from memory; null once outdated. */
  reuse?: (request: HttpRequest) => HttpAnswer | null
}
