export function queryWords(query: string): string[] {
  return query
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
}

/** Case-insensitive; every word must match. Integers match by their digits. */
export function matchesWords(texts: readonly unknown[], words: readonly string[]): boolean {
  const all = texts.map((text) => String(text ?? '').toLowerCase())
  return words.every((word) => all.some((text) => text.includes(word)))
}
