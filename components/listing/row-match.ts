/* What the quick filter finds in the rows that are loaded. */

/** What was typed, word by word; digits in groups, as pages show them, become plain ones. */
export function wordsOf(query: string): string[] {
  return query
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
}

/** True where each word stands somewhere in one of the texts, in upper or lower case. Integers are found by their digits. */
export function matches(texts: readonly unknown[], words: readonly string[]): boolean {
  const all = texts.map((text) => String(text ?? '').toLowerCase())
  return words.every((word) => all.some((text) => text.includes(word)))
}
