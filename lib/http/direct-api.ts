import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

/*
 * The API's answers are bytes that mostly lie ready: the guard sends them itself, since the framework takes several times
 * as long to hand over as much as it costs to make them, and drops Content-Length besides. It does not know the API; who
 * knows it offers it here, in the same process.
 */

/** A request as it came from the wire. */
export interface DirectRequest {
  method: string
  /** Path and query. */
  target: string
  headers: IncomingHttpHeaders
}

/** An answer, ready for the wire. */
export interface DirectAnswer {
  status: number
  headers: OutgoingHttpHeaders
  /** Null where none is sent: HEAD, 204, 304. */
  body: Buffer | null
  /** What it counts as, where that is not the pattern of its path: one of a bounded list (request-counts.ts). */
  route?: string
  /** How the answer came, where it is an operation's. */
  cache?: string
}

/** Answers a request, or says at once (null) that the path is not its own. Never rejects. */
export type DirectApi = (request: DirectRequest) => Promise<DirectAnswer> | null

const KEY = Symbol.for('leafscan.direct-api')
const process_ = globalThis as { [KEY]?: DirectApi }

export function offerApi(api: DirectApi): void {
  process_[KEY] = api
}

/** The API of this process; undefined until it is offered, and in development, where the framework reloads it. */
export function offeredApi(): DirectApi | undefined {
  return process_[KEY]
}
