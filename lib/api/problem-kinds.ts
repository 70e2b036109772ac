/** An upstream's 429 becomes 503, so that a cache in front serves a stale copy; 429 is this client's own limit. */
export const PROBLEM_KINDS = {
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
  not_offered: { status: 501, title: 'Not offered', retryable: false },
  no_chain_node: { status: 501, title: 'No chain node', retryable: false },
  /** Down, slow, rate limited or faulty: `detail` is specific. */
  chain_unavailable: { status: 503, title: 'Chain node unavailable', retryable: true },
  /** No node of the network has the transaction: it does not exist, or is older than the node's history. */
  transaction_unknown: { status: 404, title: 'Transaction not found', retryable: false },
  wrong_chain: { status: 502, title: 'Another chain', retryable: false },
  chain_mismatch: { status: 502, title: 'Contradicting response', retryable: false },
  sources_disagree: { status: 502, title: 'Sources disagree', retryable: false },
  explorer_busy: { status: 503, title: 'Explorer busy', retryable: true },
  /** Sent by the proxy in front: deploy/nginx.conf. */
  client_rate_limited: { status: 429, title: 'Too many requests', retryable: true },
  explorer_unreachable: { status: 503, title: 'Explorer unreachable', retryable: true },
  internal_error: { status: 500, title: 'Explorer error', retryable: true },
} as const satisfies Readonly<Record<string, { status: number; title: string; retryable: boolean }>>
