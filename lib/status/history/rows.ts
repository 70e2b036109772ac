import type { HistoryDatabase } from './database'
import type { Value } from './values'

type Readers = Readonly<Record<string, (value: Value) => unknown>>

type Selected<C extends Readers> = { [Name in keyof C]: ReturnType<C[Name]> }

/**
 * @param columns by name in camel case, each with a function that validates values
 * @param from the query from `FROM` on
 */
export function select<C extends Readers>(
  db: HistoryDatabase,
  columns: C,
  from: string,
  ...values: (number | string)[]
): Selected<C>[] {
  const names = Object.keys(columns)
  const rows = db.all(`SELECT ${names.map((name) => `${inSql(name)} AS ${name}`)} ${from}`, ...values)
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, columns[name]?.(row[name])])) as Selected<C>)
}

/** @param into for example `OR REPLACE INTO table` */
export function insert(db: HistoryDatabase, into: string, row: Readonly<Record<string, number | string | null>>): void {
  const names = Object.keys(row)
  db.run(`INSERT ${into} (${names.map(inSql)}) VALUES (${names.map(() => '?')})`, ...Object.values(row))
}

function inSql(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
