import { percentEncoded } from '../../format/text'

/*
 * A layout is in the URL fragment (`#layout=…`), so that it can be shared and is never sent to the server. A file of its own,
 * because every list page loads it; the parser is loaded on demand.
 */

/** A line break, or a semicolon that is not inside brackets as in `[u8; 8]`. */
export const LINE_END = /\r\n|[\n\r]|;(?![^\n[]*\])/

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
    return text
  }
}

export function layoutFragment(layout: string | null): string {
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
