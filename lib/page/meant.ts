import { percentEncoded } from '../format/text'
import { percentDecoded } from '../platform/percent-decoded'
import { identifierIn, MARKDOWN, trimmed } from '../protocol/identifiers'

/* Recovers URLs that were copied with surrounding text: a full stop, brackets, quotes, Markdown, spaces, invisible characters. */

/** First: around a value, except a minus before a number. Second: characters that may also end a cursor. */
const AROUND_VALUE = [
  /^[^0-9A-Za-z-]+|(?<![^0-9A-Za-z_=-])[^0-9A-Za-z_=-]+$/g,
  /^[^0-9A-Za-z-]+|(?<![^0-9A-Za-z])[^0-9A-Za-z]+$/g,
]

/** Candidate URLs without the surrounding text, likeliest first; none is checked to be a page. */
export function addressesIn(pathname: string, search: URLSearchParams) {
  const parts = percentDecoded(pathname).replace(MARKDOWN, '').split('/').slice(1)
  const meant = parts.map(identifierIn)
  // A segment of only such characters is not text around a value.
  if (pathname !== '/' && meant.includes('')) return []
  return AROUND_VALUE.map((around) => ({
    pathname: `/${meant.map(percentEncoded).join('/')}`,
    // Keeps a value of only such characters: it is invalid, not absent, and must not select the default network.
    search: new URLSearchParams([...search].map(([name, value]) => [name, trimmed(value, around) || value])),
  }))
}
