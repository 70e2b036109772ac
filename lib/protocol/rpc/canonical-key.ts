/** A key for a question: the same for params in any order; the case of text is kept, since base58 has two. */
export function keyOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts, (_, value: unknown) => (isPlainObject(value) ? sorted(value) : value))
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
