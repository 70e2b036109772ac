import { percentEncoded } from '../../format/text'

/*
 * A layout lives in the fragment of a page's address (`#layout=…`), which browsers do not send: it can be shared, and
 * the server never sees it. Small, because every list page carries it; the parser is loaded when there is a layout.
 */

/** A line break, or a semicolon that is not the one of `[u8; 8]`. */
export const LINE_END = /\r\n|[\n\r]|;(?![^\n[]*\])/

/** The layout's text in a fragment; null where the fragment holds none. */
export function layoutInFragment(hash: string): string | null {
  const member = hash
    .replace(/^#/, '')
    .split('&')
    .find((part) => part.startsWith('layout='))
  if (member === undefined) return null
  const text = member.slice('layout='.length)
  try {
    return decodeURIComponent(text).split(LINE_END).join('\n')
  } catch {
    // Not percent-encoding: the parser says what is wrong with the text as it stands.
    return text
  }
}

/** The fragment that holds a layout, with its #; empty for none. */
export function fragmentOf(layout: string | null): string {
  if (layout === null || layout.trim() === '') return ''
  const text = layout
    .trim()
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(';')
    .replaceAll(/\s*:\s*/g, ':')
  return `#layout=${percentEncoded(text).replaceAll('%3A', ':').replaceAll('%3B', ';')}`
}
