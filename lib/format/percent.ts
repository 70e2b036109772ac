import { wellFormed } from './well-formed'

/**
 * Text as it stands in a path or a query. Never throws, as encodeURIComponent does over a lone surrogate: a link is made
 * of whatever an indexer sent.
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(wellFormed(text))
}
