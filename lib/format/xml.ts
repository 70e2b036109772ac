/** What XML 1.0 cannot hold, however it is written: control characters, half surrogate pairs, two non-characters. */
const IMPOSSIBLE = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Else a reader would take them for a space or a line's end.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text as it may stand between tags and in an attribute of an XML document; what XML cannot hold becomes U+FFFD. */
export function xmlText(text: string): string {
  return text.replace(IMPOSSIBLE, '\uFFFD').replace(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character] ?? character)
}
