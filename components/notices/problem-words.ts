import type { ProblemCode } from '@/lib/api/problem'

/** Why what is shown is not the newest, in two or three words that go before a colon. facts/reliability.md (b), "UI". */
export function reasonWords(code: ProblemCode | undefined): string {
  switch (code) {
    case 'upstream_rate_limited':
      return 'Indexer busy'
    case 'upstream_unreachable':
      return 'Indexer unreachable'
    case 'upstream_timeout':
      return 'Indexer slow to answer'
    case 'upstream_error':
      return 'Indexer failing'
    case 'upstream_auth':
      return 'Indexer refuses this explorer'
    case 'upstream_redirect':
      return 'Indexer moved'
    case 'bad_upstream_response':
      return 'Answer not readable'
    case 'schema_mismatch':
      return 'Answer not verifiable'
    case 'indexer_empty':
      return 'Indexer empty'
    case 'indexer_behind':
      return 'Indexer behind'
    case 'too_large':
      return 'Answer too large'
    case 'explorer_busy':
      return 'Explorer busy'
    case 'explorer_unreachable':
      return 'Explorer unreachable'
    case 'internal_error':
      return 'Fault in the explorer'
    default:
      return 'Not the newest'
  }
}
