import type { UpstreamError } from '../protocol/rpc/failure'

/**
 * What the explorer's API returns instead of an answer, and what pages show for it (design.md 4.4). RFC 9457, with our
 * own members. Never holds an upstream's text unescaped, never its URL.
 */
export type ProblemCode =
  | 'invalid_params'
  | 'not_found'
  | 'indexer_behind'
  | 'indexer_empty'
  /** The indexer has not reached `minSlot`. */
  | 'slot_not_reached'
  | 'upstream_rate_limited'
  | 'upstream_unreachable'
  | 'upstream_timeout'
  | 'upstream_error'
  | 'upstream_auth'
  | 'upstream_redirect'
  | 'bad_upstream_response'
  | 'schema_mismatch'
  | 'too_large'
  /** No Solana node is configured for the network: CHAIN_URL. */
  | 'no_chain_node'
  /** Down, slow, limited, or out of order: the detail says which. */
  | 'chain_unavailable'
  /** No node of the network has the transaction: it does not exist, or is older than what the node keeps. */
  | 'transaction_unknown'
  /** The node is on another chain than the network's indexer. */
  | 'wrong_chain'
  /** The node's answer cannot be read, or contradicts itself or the request. */
  | 'chain_mismatch'
  /** The node and the indexer say different things of the same account. */
  | 'sources_disagree'
  | 'explorer_busy'
  /** Sent by the proxy in front: deploy/nginx.conf. */
  | 'client_rate_limited'
  | 'explorer_unreachable'
  | 'unknown_operation'
  | 'internal_error'

/** A failure as the API says it: RFC 9457, with `code` for programs. design.md 4.4. */
export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  code: ProblemCode
  /** One sentence for the reader. */
  detail: string
  /** True where the same request may succeed later. */
  retryable: boolean
  /** Milliseconds to wait before a retry, where known. */
  retryAfterMs?: number
  requestId?: string
  /** Slots behind, for `indexer_behind`. */
  lag?: number
  /** The slot that was asked for, for `slot_not_reached`. */
  minSlot?: number
  /** The slot that the indexer is known at, for `slot_not_reached`; absent where none is known. */
  slot?: number
  /** Which parameters are wrong, for `invalid_params`. */
  invalid?: InvalidParam[]
  /** What the indexer answered as an error: its code, and its message where the interface is known to give it. */
  upstream?: UpstreamError
}

/** One wrong parameter: its name and what is allowed. */
export interface InvalidParam {
  name: string
  message: string
}

/** Carries a problem through promise chains; react-query's default error type. From server to page it goes as data. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'

  constructor(
    readonly problem: Problem,
    options?: { cause?: unknown },
  ) {
    super(problem.detail, options)
  }
}
