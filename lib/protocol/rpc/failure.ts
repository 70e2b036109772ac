/** Why no answer came over the wire. */
export type NetworkReason = 'unreachable' | 'timeout' | 'redirect' | 'too-large' | 'tls'

/** What exactly happened on the way, for counts and logs. facts/reliability.md (f). `proxy`: our HTTP proxy failed or refused. */
export type NetworkCause =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'timeout_connect'
  | 'timeout_headers'
  | 'timeout_total'
  | 'proxy'

/**
 * An error member of an indexer. Once it has passed known-messages.ts, `message` is one that the interface is known to give,
 * or words of ours that say that it is none. Interface 7.1.
 */
export interface UpstreamError {
  code: number
  message: string
}

/** Stands for an error message of an indexer that is none of the interface’s. */
export const OTHER_WORDS = '(words of its own, which are not passed on)'

/**
 * Everything that can go wrong between us and an indexer. Interface part 7, facts/reliability.md (b).
 * - `http`: a status other than 200; 429 also where only the body's error code says so. `error` where its body held one.
 * - `malformed`: an answer that is not JSON, or broke off.
 * - `decode`: JSON that is not what was asked for; `path` says where. `crossed`: well-formed, but of another question.
 * - `open`: not asked, because it failed again and again; `last` is how.
 * - `busy`: not asked, because too much else is being asked.
 */
export type RpcFailure =
  | { kind: 'network'; reason: NetworkReason; message: string; cause?: NetworkCause }
  | { kind: 'http'; status: number; retryAfterMs: number | null; message: string; error?: UpstreamError }
  | { kind: 'rpc'; code: number; message: string }
  | { kind: 'malformed'; message: string }
  | { kind: 'decode'; method: string; path: string; message: string; crossed?: true }
  | { kind: 'open'; last: RpcFailure; retryAfterMs: number; message: string }
  | { kind: 'busy'; retryAfterMs: number; message: string }

/** The one error class of this layer: carries a failure and keeps its cause. Its text never holds an indexer's URL. */
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
