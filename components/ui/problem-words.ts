import type { ProblemCode } from '@/lib/api/problem'

/** Two or three words, followed by a colon. facts/reliability.md (b), "UI". */
export function reasonWords(code: ProblemCode | undefined): string {
  switch (code) {
    case 'upstream_rate_limited':
      return 'Indexer busy'
    case 'upstream_unreachable':
      return 'Indexer unreachable'
    case 'upstream_timeout':
      return 'No answer in time'
    case 'upstream_error':
      return 'Indexer error'
    case 'upstream_auth':
      return 'Indexer access denied'
    case 'upstream_redirect':
      return 'Indexer redirected'
    case 'bad_upstream_response':
      return 'Unreadable response'
    case 'schema_mismatch':
      return 'Invalid response'
    case 'indexer_empty':
      return 'Indexer empty'
    case 'slot_not_reached':
      return 'Slot not reached'
    case 'indexer_behind':
      return 'Indexer behind'
    case 'too_large':
      return 'Response too large'
    case 'explorer_busy':
      return 'Explorer busy'
    case 'explorer_unreachable':
      return 'Explorer unreachable'
    case 'internal_error':
      return 'Explorer error'
    default:
      return 'Stale'
  }
}
