import type { Store } from '../store'

/** SQLite's own check of pages and indexes. Answers how many problems there are; each was said. */
export async function checkPages(store: Store, print: (line: string) => void): Promise<number> {
  const found = (await store.all('PRAGMA integrity_check')).map((row) => String(row.integrity_check))
  if (found.length === 1 && found[0] === 'ok') return 0
  for (const line of found) print(`pages and indexes: ${line}`)
  return found.length
}
