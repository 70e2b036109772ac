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
  /** The answer for a later request of the same target; null once it is outdated. Makes no call. */
  again?: (request: HttpRequest) => HttpAnswer | null
}
