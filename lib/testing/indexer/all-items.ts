/** @param ask the page at a cursor; null: the first page */
export async function allItems<T>(ask: (cursor: string | null) => Promise<{ items: T[]; cursor: string | null }>) {
  const items: T[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(cursor)
    items.push(...page.items)
    cursor = page.cursor
  } while (cursor !== null)
  return items
}
