import type { Row, Store } from '../store'
import { sqlState } from './problems'

const INDEXES = `SELECT indexrelid::regclass::text AS name, indexrelid::bigint AS id FROM pg_index
  JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = current_schema()::regnamespace ORDER BY 1`

/** Checks indexes against tables by amcheck, where available and permitted. Returns the number of problems, each printed. */
export async function checkPages(store: Store, print: (line: string) => void): Promise<number> {
  if (!(await store.get("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'"))) {
    print('pages and indexes: not checked, the database has not the extension amcheck (CREATE EXTENSION amcheck)')
    return 0
  }
  let problems = 0
  for (const index of await store.all(INDEXES)) {
    const problem = await checkIndex(store, index)
    if (problem === null) continue
    problems++
    print(`pages and indexes: ${String(index.name)}: ${problem}`)
  }
  if (problems === 0) print('pages and indexes: each index holds what its table holds')
  return problems
}

async function checkIndex(store: Store, { id = null }: Row): Promise<string | null> {
  try {
    await store.all('SELECT bt_index_check(CAST(? AS oid), true)', id)
    return null
  } catch (error) {
    // XX001 and XX002: damaged data, a damaged index.
    if (/^XX00/.test(sqlState(error) ?? '') && error instanceof Error) return error.message
    throw error
  }
}
