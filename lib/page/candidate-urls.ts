import { percentEncoded } from '../format/text'
import { percentDecoded } from '../platform/percent-decoded'
import { extractIdentifier, MARKDOWN, trimAround } from '../protocol/identifiers'

/* Recovers URLs that were copied with surrounding text: a full stop, brackets, quotes, Markdown, spaces, invisible characters. */

/** Text around a value, but not the minus of a number; the second pattern also strips characters that may end a cursor. */
const AROUND_VALUE = [
  /^[^0-9A-Za-z-]+|(?<![^0-9A-Za-z_=-])[^0-9A-Za-z_=-]+$/g,
  /^[^0-9A-Za-z-]+|(?<![^0-9A-Za-z])[^0-9A-Za-z]+$/g,
]

/** The likeliest first; none is checked to be a page. */
export function candidateUrls(pathname: string, search: URLSearchParams) {
  const parts = percentDecoded(pathname).replace(MARKDOWN, '').split('/').slice(1)
  const meant = parts.map(extractIdentifier)
  // A path segment without letters or digits holds no value.
  if (pathname !== '/' && meant.includes('')) return []
  return AROUND_VALUE.map((around) => ({
    pathname: `/${meant.map(percentEncoded).join('/')}`,
    // A parameter without letters or digits stays: it is invalid, not absent, and must not select the default network.
    search: new URLSearchParams([...search].map(([name, value]) => [name, trimAround(value, around) || value])),
  }))
}
