import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { Columns, Reader, Row, RowsStatement, SqlValue, Writer, WriterStore } from '../store'
import { storageProblem } from './storage-problem'

/** Pages of the log above which tidy() acts: 32 MiB, because each folding waits for the disk. */
const LOG_PAGES = 8192

/** Pages that a log may have before readers are waited for. */
const LONGEST_LOG = 4 * LOG_PAGES

/** Statements of one connection, prepared once and found again by their text. SQLite answers at once. */
class Connection implements Writer {
  private readonly statements = new Map<string, Prepared>()
  private readonly texts = new Map<RowsStatement, string>()

  constructor(private readonly db: DatabaseSyncInstance) {}

  async all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.prepared(sql).all(values)
  }

  async get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.prepared(sql).get(values)
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.prepared(sql).run(values)
  }

  async allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]> {
    const prepared = this.prepared(this.textOf(statement))
    return rows.flatMap((row) => prepared.all(row))
  }

  async runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void> {
    const prepared = this.prepared(this.textOf(statement))
    for (const row of rows) prepared.run(row)
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

  private prepared(sql: string): Prepared {
    const known = this.statements.get(sql)
    if (known) return known
    const prepared = new Prepared(this.db.prepare(sql))
    this.statements.set(sql, prepared)
    return prepared
  }
}

/** A statement whose integers are read as bigint. */
class Prepared {
  /** Its columns, where the driver gives rows as arrays; null where it does not. */
  private readonly names: string[] | null

  constructor(private readonly statement: StatementSyncInstance) {
    statement.setReadBigInts(true)
    // An object made by the driver, member by member, takes a quarter of a query's time. Node has arrays from 22.16 on.
    const hasArrays = typeof statement.setReturnArrays === 'function'
    if (hasArrays) statement.setReturnArrays(true)
    this.names = hasArrays ? statement.columns().map(({ name }) => name) : null
  }

  all(values: SqlValue[]): Row[] {
    const rows: (SqlValue[] | Row)[] = this.statement.all(...values)
    return rows.map((row) => this.named(row))
  }

  get(values: SqlValue[]): Row | undefined {
    const row: SqlValue[] | Row | undefined = this.statement.get(...values)
    return row && this.named(row)
  }

  run(values: SqlValue[]): number {
    return Number(this.statement.run(...values).changes)
  }

  private named(row: SqlValue[] | Row): Row {
    if (this.names === null || !Array.isArray(row)) return row as Row
    const named: Row = {}
    for (let i = 0; i < row.length; i++) named[this.names[i] ?? ''] = row[i] ?? null
    return named
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
 * as its work. With the lock of the file it may write; without it SQLite refuses to.
 */
export class SqliteStore implements WriterStore {
  /** The lock lasts as long as the process. */
  readonly lost = new AbortController().signal
  private readonly connection: Connection
  private last: Promise<unknown> = Promise.resolve()
  private patience = LONGEST_LOG

  constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly lock?: DatabaseSyncInstance,
  ) {
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
   * log still holds what it held. It begins anew by itself when no reader is in it; where one always is, they are waited
   * for now and then.
   */
  tidy(): Promise<void> {
    return this.alone(async () => {
      const { log, checkpointed } = (await this.connection.get('PRAGMA wal_checkpoint(NOOP)')) ?? {}
      if (Number(log) > this.patience) {
        const { busy } = (await this.connection.get('PRAGMA wal_checkpoint(RESTART)')) ?? {}
        this.patience = busy === 0n ? LONGEST_LOG : Number(log) + LOG_PAGES
      } else if (Number(log) - Number(checkpointed) > LOG_PAGES) this.db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    })
  }

  /** Closes it; the writer folds the log into the database file first, and lets go of the file. */
  close(): Promise<void> {
    return this.alone(async () => {
      this.connection.forget()
      try {
        if (this.lock) this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // A full disk: the log is folded in after the next start.
        if (storageProblem(error) === null) throw error
      }
      this.db.close()
      this.lock?.close()
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
