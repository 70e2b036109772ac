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

interface Kind {
  status: number
  title: string
  retryable: boolean
}

/**
 * Status and title of each code. An upstream's 429 leaves as 503, so that a cache in front serves a stale copy; 429
 * itself would mean this client. facts/reliability.md (b).
 */
const KINDS: Readonly<Record<ProblemCode, Kind>> = {
  invalid_params: { status: 400, title: 'Invalid parameters', retryable: false },
  not_found: { status: 404, title: 'Not found', retryable: false },
  unknown_operation: { status: 404, title: 'Unknown operation', retryable: false },
  indexer_behind: { status: 503, title: 'Indexer behind', retryable: true },
  indexer_empty: { status: 503, title: 'Indexer empty', retryable: true },
  slot_not_reached: { status: 503, title: 'Slot not reached', retryable: true },
  upstream_rate_limited: { status: 503, title: 'Indexer busy', retryable: true },
  upstream_unreachable: { status: 503, title: 'Indexer unreachable', retryable: true },
  upstream_timeout: { status: 504, title: 'Indexer timed out', retryable: true },
  upstream_error: { status: 502, title: 'Indexer error', retryable: true },
  upstream_auth: { status: 502, title: 'Indexer access denied', retryable: false },
  upstream_redirect: { status: 502, title: 'Indexer redirected', retryable: false },
  bad_upstream_response: { status: 502, title: 'Unreadable response', retryable: true },
  schema_mismatch: { status: 502, title: 'Invalid response', retryable: true },
  too_large: { status: 502, title: 'Response too large', retryable: false },
  no_chain_node: { status: 501, title: 'No chain node', retryable: false },
  chain_unavailable: { status: 503, title: 'Chain node unavailable', retryable: true },
  transaction_unknown: { status: 404, title: 'Transaction not found', retryable: false },
  wrong_chain: { status: 502, title: 'Another chain', retryable: false },
  chain_mismatch: { status: 502, title: 'Contradicting response', retryable: false },
  sources_disagree: { status: 502, title: 'Sources disagree', retryable: false },
  explorer_busy: { status: 503, title: 'Explorer busy', retryable: true },
  client_rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  explorer_unreachable: { status: 503, title: 'Explorer unreachable', retryable: true },
  internal_error: { status: 500, title: 'Explorer error', retryable: true },
}

/** A problem with the status and title of its code. `detail` is a sentence of ours for the reader. */
export function problem(code: ProblemCode, detail: string, more: Partial<Problem> = {}): Problem {
  const { status, title, retryable } = KINDS[code]
  return { type: 'about:blank', title, status, code, detail, retryable, ...more }
}

/** Wrong parameters, each named with what is allowed. */
export function invalidParams(invalid: InvalidParam[]): Problem {
  const detail = `${invalid.map(({ name, message }) => `${name} ${message}`).join('; ')}.`
  return problem('invalid_params', detail, { invalid })
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

export function isProblem(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError'
}
