import type { Reader, SqlValue } from '@/lib/indexer/store/store'

export function watchedReader(db: Reader, before: (sql: string, values: SqlValue[]) => void | Promise<void>): Reader {
  const watched = <T>(sql: string, values: SqlValue[], ask: () => Promise<T>): Promise<T> => {
    const told = before(sql, values)
    return told instanceof Promise ? told.then(ask) : ask()
  }
  return {
    all: (sql, ...values) => watched(sql, values, () => db.all(sql, ...values)),
    get: (sql, ...values) => watched(sql, values, () => db.get(sql, ...values)),
    list: (statement, ...values) => watched(statement.sql, values, () => db.list(statement, ...values)),
    allEach: (statement, rows) => watched('', [], () => db.allEach(statement, rows)),
  }
}
