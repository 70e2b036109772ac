/** A surrogate without its other half. With the u flag a whole pair is one character and none of these. */
const LONE_SURROGATE = /\p{Cs}/gu

/** Text that has an UTF-8 form: each lone surrogate becomes U+FFFD, as every decoder of UTF-8 writes it. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, '\uFFFD')
}
