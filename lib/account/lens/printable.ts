const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Characters that draw nothing or turn the text around them: controls, format characters (writing direction among
 * them), separators of lines, private use and unassigned ones, and what stands for bytes that are not UTF-8.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu

/** Bytes as UTF-8, a middle dot for whatever does not print. */
export function printableText(bytes: Uint8Array): string {
  return decoder.decode(bytes).replace(UNPRINTABLE, '·')
}
