import { percentEncoded } from '../format/percent'
import { percentDecoded } from '../format/percent-decoded'
import { type Thing, thingOf } from '../search/thing'

/*
 * Addresses that came with what stood around them: a full stop, brackets, quotes, marks of Markdown, spaces, characters that
 * are drawn as nothing.
 */

/** Invisible characters: format characters, and whatever else is drawn as nothing. */
export const INVISIBLE = /[\p{Cf}\p{DI}\u2800]/gu

/** The lookbehind keeps the search for the end linear: a run inside of the text is tried once, not at each character. */
const AROUND = /^[^0-9A-Za-z]+|(?<![^0-9A-Za-z])[^0-9A-Za-z]+$/g

/** The same for values, where a minus before a number counts; and what may be the end of a cursor, first. */
const AROUND_VALUE = [
  /^[^0-9A-Za-z-]+|(?<![^0-9A-Za-z_=-])[^0-9A-Za-z_=-]+$/g,
  /^[^0-9A-Za-z-]+|(?<![^0-9A-Za-z])[^0-9A-Za-z]+$/g,
]

/** Where the address ends in Markdown: `[text](address)` whose text is one, too. */
const MARKDOWN = /\]\(.*$/s

/** An identifier without what stands around it. */
export function identifierIn(text: string): string {
  return trimmed(text, AROUND)
}

/** More than a reader would choose from. */
const MAX_THINGS = 3

/** The first few identifiers that a text holds, each once. */
export function thingsIn(text: string): Thing[] {
  const parts = new Set(text.replace(INVISIBLE, '').split(/[^0-9A-Za-z]+/))
  const things = [...parts].flatMap((part) => thingOf(part) ?? [])
  return things.filter(({ kind }) => kind !== 'number').slice(0, MAX_THINGS)
}

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

function trimmed(text: string, around: RegExp): string {
  return text.replace(INVISIBLE, '').replace(MARKDOWN, '').replace(around, '')
}
