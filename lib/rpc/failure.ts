/** Why no answer came over the wire. */
export type NetworkReason = 'unreachable' | 'timeout' | 'redirect' | 'too-large' | 'tls'

/** Everything that can go wrong between us and an indexer. Interface part 7, facts/reliability.md (b). */
export type RpcFailure =
  | { kind: 'network'; reason: NetworkReason; message: string }
  | { kind: 'http'; status: number; retryAfterMs: number | null; message: string }
  | { kind: 'rpc'; code: number; message: string }
  | { kind: 'decode'; method: string; path: string; message: string }

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
