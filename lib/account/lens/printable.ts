const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Characters that draw nothing or reorder text: controls, format characters (bidi), line separators, private use, unassigned,
 * and the replacement character.
 */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu

export function printableText(bytes: Uint8Array): string {
  return decoder.decode(bytes).replace(UNPRINTABLE, '·')
}
