import type { Columns, RowsStatement } from '../store'

/*
 * Our statements in PostgreSQL's words. They are written once, for SQLite; here is all that differs.
 */

const texts = new Map<string, string>()

/** The statement with `$1` for its values, and without what only SQLite's planner wants to be told. */
export function toPostgres(sql: string): string {
  const known = texts.get(sql)
  if (known !== undefined) return known
  let position = 0
  const text = sql
    // PostgreSQL plans by what it knows of the tables; connect.ts keeps it to the indexes.
    .replace(/\s+INDEXED BY \w+/g, '')
    // SQLite's way to say in which order tables are joined; here join_collapse_limit = 1 says so for every join.
    .replace(/\bCROSS JOIN (\w+) ON\b/g, 'JOIN $1 ON')
    .replace(/\bAS BLOB\)/g, 'AS bytea)')
    .replace(/\bhex\(([\w.]+)\)/g, "encode($1, 'hex')")
    .replace(/\?(\d*)/g, (_, number: string) => `$${number || ++position}`)
  texts.set(sql, text)
  return text
}

const TYPES = { integer: 'bigint[]', bytes: 'bytea[]', text: 'text[]' } as const

const statements = new Map<RowsStatement, string>()

/** The statement that takes all its rows at once: an array for each column. */
export function rowsToPostgres(statement: RowsStatement): string {
  const known = statements.get(statement)
  if (known !== undefined) return known
  const text = toPostgres(statement.sql(given(statement.columns)))
  statements.set(statement, text)
  return text
}

function given(columns: Columns): string {
  const arrays = Object.values(columns).map((type, i) => `?${i + 1}::${TYPES[type]}`)
  return `unnest(${arrays.join(', ')}) AS given(${Object.keys(columns).join(', ')})`
}
