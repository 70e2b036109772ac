import type { Content } from './content'

export type Via = 'hit' | 'stale' | 'miss' | 'collapsed'

export interface ApiAnswer {
  content: Content
  cacheControl: string
  status?: number
  contentType?: string
  fileName?: string
  /** RFC 9211, without the cache's name. */
  cacheStatus?: string
  via?: Via
  /** Seconds since the indexer answered; absent while fresh. */
  age?: number
  /** Seconds until a retry may return the whole answer; absent where this is it. */
  retryAfterS?: number
  /** The current answer to the same request, if it takes no call and no wait; else null. */
  again?: () => ApiAnswer | null
}
