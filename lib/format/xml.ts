/** XML 1.0 cannot hold these, even escaped: control characters, lone surrogates, two non-characters. */
const IMPOSSIBLE = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Unescaped, parsers normalize these to spaces or line ends.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

export function xmlText(text: string): string {
  return text.replace(IMPOSSIBLE, '\uFFFD').replace(/[&<>"'\t\n\r]/g, (character) => ENTITIES[character] ?? character)
}
