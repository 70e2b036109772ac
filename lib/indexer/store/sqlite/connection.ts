import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { Columns, Reader, Row, RowsStatement, SqlValue, Store, Writer } from '../store'
import { storageProblem } from './storage-problem'

/** Pages of the log above which tidy() acts: 32 MiB, because each folding waits for the disk. */
const LOG_PAGES = 8192

/** Statements of one connection, prepared once and found again by their text. SQLite answers at once. */
class Connection implements Writer {
  private readonly statements = new Map<string, StatementSyncInstance>()
  private readonly texts = new Map<RowsStatement, string>()

  constructor(private readonly db: DatabaseSyncInstance) {}

  async all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.prepared(sql).all(...values)
  }

  async get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.prepared(sql).get(...values)
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return Number(this.prepared(sql).run(...values).changes)
  }

  async allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]> {
    const prepared = this.prepared(this.textOf(statement))
    return rows.flatMap((row): Row[] => prepared.all(...row))
  }

  async runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void> {
    const prepared = this.prepared(this.textOf(statement))
    for (const row of rows) prepared.run(...row)
  }

  /** Before the database is closed. */
  forget(): void {
    this.statements.clear()
  }

  private textOf(statement: RowsStatement): string {
    const known = this.texts.get(statement)
    if (known !== undefined) return known
    const text = statement.sql(oneRow(statement.columns))
    this.texts.set(statement, text)
    return text
  }

  private prepared(sql: string): StatementSyncInstance {
    const known = this.statements.get(sql)
    if (known) return known
    const statement = this.db.prepare(sql)
    statement.setReadBigInts(true)
    this.statements.set(sql, statement)
    return statement
  }
}

/** There is no way to the database to be saved: a statement is run for each row. */
function oneRow(columns: Columns): string {
  return `(SELECT ${Object.keys(columns)
    .map((name, i) => `?${i + 1} AS ${name}`)
    .join(', ')}) AS given`
}

/**
 * A store in a SQLite file: one connection, whose transactions take turns. They never wait inside, so a turn is as long
 * as its work.
 */
export class SqliteStore implements Store {
  private readonly connection: Connection
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly db: DatabaseSyncInstance) {
    this.connection = new Connection(db)
  }

  all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.alone(() => this.connection.all(sql, ...values))
  }

  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.alone(() => this.connection.get(sql, ...values))
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.alone(() => this.connection.run(sql, ...values))
  }

  allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]> {
    return this.read((db) => db.allEach(statement, rows))
  }

  runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void> {
    return this.write((db) => db.runEach(statement, rows))
  }

  write<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    return this.alone(() => transaction(this.db, 'BEGIN IMMEDIATE', () => work(this.connection)))
  }

  read<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    return this.alone(() => transaction(this.db, 'BEGIN', () => work(this.connection)))
  }

  /**
   * Folds a long log into the database file. Not left to SQLite, which would keep a failure of the disk to itself: the
   * log still holds what it held.
   */
  tidy(): Promise<void> {
    return this.alone(async () => {
      const { log, checkpointed } = (await this.connection.get('PRAGMA wal_checkpoint(NOOP)')) ?? {}
      if (Number(log) - Number(checkpointed) > LOG_PAGES) this.db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    })
  }

  /** Folds the log into the database file and closes it. */
  close(): Promise<void> {
    return this.alone(async () => {
      this.connection.forget()
      try {
        this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // A full disk: the log is folded in after the next start.
        if (storageProblem(error) === null) throw error
      }
      this.db.close()
    })
  }

  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work)
    this.last = done.catch(() => undefined)
    return done
  }
}

/** Runs `work` in one transaction of the connection: all of it is stored, or nothing. */
async function transaction<T>(db: DatabaseSyncInstance, begin: string, work: () => Promise<T>): Promise<T> {
  db.exec(begin)
  try {
    const result = await work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    try {
      db.exec('ROLLBACK')
    } catch {
      // The failure has ended the transaction already, as a full disk does. It is the one to be told of.
    }
    throw error
  }
}
