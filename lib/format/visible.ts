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
