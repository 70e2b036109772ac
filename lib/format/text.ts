export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Eight characters at each end distinguish look-alike addresses (facts/reliability.md S12). */
export function shorten(text: string, side = 8): { head: string; middle: string; tail: string } {
  if (text.length <= side * 2 + 1) return { head: text, middle: '', tail: '' }
  return { head: text.slice(0, side), middle: text.slice(side, -side), tail: text.slice(-side) }
}

/** Invisible characters, and those that change the direction of the text around them. facts/reliability.md (e) S11. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return `‹U+${code}›`
  })
}

/** With the u flag, a valid surrogate pair is one character and does not match. */
const LONE_SURROGATE = /\p{Cs}/gu

export function toWellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\uFFFD')
}

/** Unlike encodeURIComponent, never throws on a lone surrogate: indexers may send any text. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(toWellFormed(text))
}
