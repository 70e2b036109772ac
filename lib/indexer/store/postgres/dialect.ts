import type { Columns, RowsStatement } from '../store'

/* Statements are written for SQLite; all differences are here. */

const texts = new Map<string, string>()

export function toPostgres(sql: string): string {
  const known = texts.get(sql)
  if (known !== undefined) return known
  let position = 0
  const text = sql
    // PostgreSQL has no INDEXED BY; connect.ts restricts its planner.
    .replace(/\s+INDEXED BY \w+/g, '')
    // SQLite's fixed join order; here join_collapse_limit = 1.
    .replace(/\bCROSS JOIN (\w+) ON\b/g, 'JOIN $1 ON')
    .replace(/\bAS BLOB\)/g, 'AS bytea)')
    .replace(/\bhex\(([\w.]+)\)/g, "encode($1, 'hex')")
    .replace(/\?(\d*)/g, (_, number: string) => `$${number || ++position}`)
  texts.set(sql, text)
  return text
}

/** u64 columns hold the same 64 bits, signed. */
export function schemaToPostgres(sql: string): string {
  return sql
    .replace(/\) STRICT(?:, WITHOUT ROWID)?;/g, ');')
    .replace(/\bINTEGER\b/g, 'bigint')
    .replace(/\bBLOB\b/g, 'bytea')
    .replace(/\bTEXT\b/g, 'text COLLATE "C"')
}

const TYPES = { integer: 'bigint[]', bytes: 'bytea[]', text: 'text[]' } as const

const statements = new Map<RowsStatement, string>()

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
