import type { Content } from './content'

export type CacheOutcome = 'hit' | 'stale' | 'miss' | 'collapsed'

export interface ApiAnswer {
  content: Content
  cacheControl: string
  status?: number
  contentType?: string
  fileName?: string
  /** RFC 9211, without the cache's name. */
  cacheStatus?: string
  via?: CacheOutcome
  /** Seconds since the indexer answered; absent while fresh. */
  age?: number
  /** Seconds until a retry may return a complete answer; absent if this one is. */
  retryAfterS?: number
  /** The current answer to the same request from memory; null: it would need a call. */
  reuse?: () => ApiAnswer | null
}
