import type { HistoryDatabase, HistoryRow } from './database'

type Value = HistoryRow[string] | undefined

type Columns = Readonly<Record<string, (value: Value) => unknown>>

type Read<C extends Columns> = { [Name in keyof C]: ReturnType<C[Name]> }

/**
 * Members are columns in camel case, each with what checks its values.
 * @param from the query from `FROM` on
 */
export function select<C extends Columns>(
  db: HistoryDatabase,
  columns: C,
  from: string,
  ...values: (number | string)[]
): Read<C>[] {
  const names = Object.keys(columns)
  const rows = db.all(`SELECT ${names.map((name) => `${inSql(name)} AS ${name}`)} ${from}`, ...values)
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, columns[name]?.(row[name])])) as Read<C>)
}

/** @param into `INTO` and the table, with what goes before it */
export function insert(db: HistoryDatabase, into: string, row: Readonly<Record<string, number | string | null>>): void {
  const names = Object.keys(row)
  db.run(`INSERT ${into} (${names.map(inSql)}) VALUES (${names.map(() => '?')})`, ...Object.values(row))
}

function inSql(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
