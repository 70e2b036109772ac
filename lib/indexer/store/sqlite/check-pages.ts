import type { Store } from '../store'

/** Returns the number of problems, each printed. */
export async function checkPages(store: Store, print: (line: string) => void): Promise<number> {
  const problems = (await store.all('PRAGMA integrity_check')).map((row) => String(row.integrity_check))
  if (problems.length === 1 && problems[0] === 'ok') return 0
  for (const line of problems) print(`pages and indexes: ${line}`)
  return problems.length
}
