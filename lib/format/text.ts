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
