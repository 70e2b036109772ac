/** The text with its first letter in upper case. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/**
 * The parts of an identifier that a narrow column shows: eight characters each side, enough to distinguish look-alikes
 * (facts/reliability.md S12). The whole text stays in the document; see components/ui/identifier.tsx.
 */
export function shorten(text: string, side = 8): { head: string; middle: string; tail: string } {
  if (text.length <= side * 2 + 1) return { head: text, middle: '', tail: '' }
  return { head: text.slice(0, side), middle: text.slice(side, -side), tail: text.slice(-side) }
}

/**
 * Characters that draw nothing or turn the text around them: controls, format characters (writing direction and joiners
 * among them), halves of surrogate pairs, separators of lines. facts/reliability.md (e) S11.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A foreign text with every character that cannot be seen named: `a‹U+202E›b`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return `‹U+${code}›`
  })
}

/** A surrogate without its other half. With the u flag a whole pair is one character and none of these. */
const LONE_SURROGATE = /\p{Cs}/gu

/** Text that has an UTF-8 form: each lone surrogate becomes U+FFFD, as every decoder of UTF-8 writes it. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\uFFFD')
}

/**
 * Text as it stands in a path or a query. Never throws, as encodeURIComponent does over a lone surrogate: a link is made
 * of whatever an indexer sent.
 */
export function percentEncoded(text: string): string {
  return encodeURIComponent(wellFormed(text))
}

/** Bytes of base64 text; null when it is not base64. */
export function base64Bytes(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const binary = atob(text)
  // A plain loop: of a megabyte it takes a few milliseconds, Uint8Array.from over the string's characters fifty.
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/** Base64 text of bytes, with padding. */
export function base64Text(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Number of bytes that base64 text stands for; null when it is not base64. */
export function base64Length(text: string): number | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padding
}
