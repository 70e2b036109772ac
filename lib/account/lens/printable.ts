const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Characters that are invisible or reorder text: controls, bidi, separators, private use, unassigned. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu

export function printableText(bytes: Uint8Array): string {
  return decoder.decode(bytes).replace(UNPRINTABLE, '·')
}
