export type NetworkReason = 'unreachable' | 'timeout' | 'redirect' | 'too-large' | 'tls'

/** For counts and logs. facts/reliability.md (f). `proxy`: our HTTP proxy failed or refused. */
export type NetworkCause =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'timeout_connect'
  | 'timeout_headers'
  | 'timeout_total'
  | 'proxy'

/** An indexer's `error`. known-messages.ts replaces a `message` that the interface does not list. Interface 7.1. */
export interface UpstreamError {
  code: number
  message: string
}

/** Replaces an error message that the interface does not list. */
export const UNLISTED_MESSAGE = '(words of its own, which are not passed on)'

/**
 * Every failure between us and an indexer. Interface part 7, facts/reliability.md (b).
 * - `http`: a status other than 200, or 429 by the body's error code; `error`: from the body, if it held one.
 * - `malformed`: not JSON, or broken off.
 * - `decode`: JSON of another shape, at `path`; `crossed`: well-formed, but the answer to another request.
 * - `open`: not sent after repeated failures, `last` of them; `busy`: not sent, too many requests in flight.
 */
export type RpcFailure =
  | { kind: 'network'; reason: NetworkReason; message: string; cause?: NetworkCause }
  | { kind: 'http'; status: number; retryAfterMs: number | null; message: string; error?: UpstreamError }
  | { kind: 'rpc'; code: number; message: string }
  | { kind: 'malformed'; message: string }
  | { kind: 'decode'; method: string; path: string; message: string; crossed?: true }
  | { kind: 'open'; last: RpcFailure; retryAfterMs: number; message: string }
  | { kind: 'busy'; retryAfterMs: number; message: string }

/** Its text never holds an indexer's URL. */
export class RpcError extends Error {
  override readonly name = 'RpcError'

  constructor(
    readonly failure: RpcFailure,
    options?: { cause?: unknown },
  ) {
    super(failure.message, options)
  }
}

export function isRpcError(error: unknown): error is RpcError {
  return error instanceof Error && error.name === 'RpcError'
}

export function unreachableFailure(message: string, cause?: NetworkCause): RpcFailure {
  return { kind: 'network', reason: 'unreachable', message, ...(cause && { cause }) }
}
