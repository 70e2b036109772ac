import type { UpstreamError } from '../protocol/rpc/failure'

/** A failure of the explorer's API (design.md 4.4), RFC 9457. Never holds an upstream's raw text or URL. */
export type ProblemCode =
  | 'invalid_params'
  | 'not_found'
  | 'indexer_behind'
  | 'indexer_empty'
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
  | 'no_chain_node'
  /** Down, slow, rate limited or faulty: `detail` is specific. */
  | 'chain_unavailable'
  /** No node of the network has the transaction: it does not exist, or is older than the node's history. */
  | 'transaction_unknown'
  | 'wrong_chain'
  | 'chain_mismatch'
  | 'sources_disagree'
  | 'explorer_busy'
  /** Sent by the proxy in front: deploy/nginx.conf. */
  | 'client_rate_limited'
  | 'explorer_unreachable'
  | 'unknown_operation'
  | 'internal_error'

export interface Problem {
  type: 'about:blank'
  title: string
  status: number
  code: ProblemCode
  detail: string
  retryable: boolean
  /** Milliseconds; absent where unknown. */
  retryAfterMs?: number
  requestId?: string
  lag?: number
  minSlot?: number
  /** The indexer's slot, for `slot_not_reached`; absent where unknown. */
  slot?: number
  invalid?: InvalidParam[]
  upstream?: UpstreamError
}

export interface InvalidParam {
  name: string
  message: string
}

interface Kind {
  status: number
  title: string
  retryable: boolean
}

/** An upstream's 429 becomes 503, so that a cache in front serves a stale copy; 429 is this client's own limit. */
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

export function problemTitle(code: ProblemCode): string {
  return KINDS[code].title
}

export function problem(code: ProblemCode, detail: string, more: Partial<Problem> = {}): Problem {
  const { status, title, retryable } = KINDS[code]
  return { type: 'about:blank', title, status, code, detail, retryable, ...more }
}

export function invalidParams(invalid: InvalidParam[]): Problem {
  const detail = `${invalid.map(({ name, message }) => `${name} ${message}`).join('; ')}.`
  return problem('invalid_params', detail, { invalid })
}

/** react-query's default error type. Serialized as data from server to page. */
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
