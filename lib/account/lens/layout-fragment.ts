import { percentEncoded } from '../../format/text'

/*
 * A layout, or a reader's own IDL (`#idl=…`), is in the URL fragment, so that it can be shared and is never sent to the server. A file of its own,
 * because every list page loads it; the parser is loaded on demand.
 */

/** A line break, or a semicolon that is not inside brackets as in `[u8; 8]`. */
export const LINE_END = /\r\n|[\n\r]|;(?![^\n[]*\])/

/** A layout begins with a name. */
export function isIdlText(layout: string): boolean {
  return layout.trimStart().startsWith('{')
}

export function layoutInFragment(hash: string): string | null {
  const member = hash
    .replace(/^#/, '')
    .split('&')
    .find((part) => /^(layout|idl)=/.test(part))
  if (member === undefined) return null
  const text = member.slice(member.indexOf('=') + 1)
  try {
    const decoded = decodeURIComponent(text)
    return member.startsWith('idl=') ? decoded : decoded.split(LINE_END).join('\n')
  } catch {
    return text
  }
}

export function layoutFragment(layout: string | null): string {
  if (layout === null || layout.trim() === '') return ''
  if (isIdlText(layout)) return `#idl=${percentEncoded(layout)}`
  const text = layout
    .trim()
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(';')
    .replaceAll(/\s*:\s*/g, ':')
  return `#layout=${percentEncoded(text).replaceAll('%3A', ':').replaceAll('%3B', ';')}`
}
