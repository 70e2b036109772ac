import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/** A request as it came from the wire. */
export interface HttpRequest {
  method: string
  /** Path and query. */
  target: string
  headers: IncomingHttpHeaders
  /** By which its answer is found in the log. */
  id: string
  /** Who shares its places with this reader (server/listener/page-turns.ts). */
  peer: string
}

/** An answer, ready for the wire. */
export interface HttpAnswer {
  status: number
  headers: OutgoingHttpHeaders
  /** Pieces where it is written as it is read; null where none is sent: HEAD, 204, 304. */
  body: Buffer | AsyncGenerator<string | Uint8Array> | null
  /** What it counts as, where that is not the pattern of its path: one of a bounded list. */
  route?: string
  /** How the answer came, where it is an operation's. */
  cache?: string
  /** The same answer to a later request for the same target, while it is as good; null once it is not. Makes no call. */
  again?: (request: HttpRequest) => HttpAnswer | null
}
