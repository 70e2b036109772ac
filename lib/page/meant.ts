import { percentEncoded } from '../format/text'
import { percentDecoded } from '../platform/percent-decoded'
import { identifierIn, MARKDOWN, trimmed } from '../protocol/identifiers'

/*
 * Addresses that came with what stood around them: a full stop, brackets, quotes, marks of Markdown, spaces, characters that
 * are drawn as nothing.
 */

/** What may stand around a value: not a minus before a number; and what may be the end of a cursor, second. */
const AROUND_VALUE = [
  /^[^0-9A-Za-z-]+|(?<![^0-9A-Za-z_=-])[^0-9A-Za-z_=-]+$/g,
  /^[^0-9A-Za-z-]+|(?<![^0-9A-Za-z])[^0-9A-Za-z]+$/g,
]

/** An address of a page as path and query. */
export interface PageAddress {
  pathname: string
  search: URLSearchParams
}

/** What an address may have been before something was put around it, the likeliest first. None of them is known to be a page's. */
export function addressesIn(pathname: string, search: URLSearchParams): PageAddress[] {
  const parts = percentDecoded(pathname).replace(MARKDOWN, '').split('/').slice(1)
  const meant = parts.map(identifierIn)
  // A part of nothing but such characters stands around nothing.
  if (pathname !== '/' && meant.includes('')) return []
  return AROUND_VALUE.map((around) => ({
    pathname: `/${meant.map(percentEncoded).join('/')}`,
    // A value of nothing else is a wrong one, not none: a network of that name is never the default one.
    search: new URLSearchParams([...search].map(([name, value]) => [name, trimmed(value, around) || value])),
  }))
}
