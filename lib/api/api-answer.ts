import type { Content } from './content'

/** How an answer came: as cached, cached and no longer fresh, by a call, by the call of another reader. */
export type Via = 'hit' | 'stale' | 'miss' | 'collapsed'

/** An answer before it becomes a response. */
export interface ApiAnswer {
  content: Content
  cacheControl: string
  status?: number
  contentType?: string
  /** Set where it is a file to be kept. */
  fileName?: string
  /** How the answer came. RFC 9211, without the cache's name. */
  cacheStatus?: string
  /** The same in a word, for metrics. */
  via?: Via
  /** Seconds since the indexer gave the answer, where it is not fresh. */
  age?: number
  /** Seconds after which it is worth asking again, where it is not the whole answer. */
  retryAfterS?: number
  /** The answer to the same question now, where that costs no call and no wait; null where it does. */
  again?: () => ApiAnswer | null
}
