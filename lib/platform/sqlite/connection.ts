import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { openDatabase } from './driver'

/** What a column can hold, and a statement can bind, by how integers are read: a u64 does not fit into a number. */
interface BoundValues {
  bigint: null | bigint | string | Uint8Array
  number: null | number | string
}

/** How a connection reads integers. */
export type Integers = keyof BoundValues

/** What a column holds where integers are read that way. */
export type SqlValue<I extends Integers> = BoundValues[I]

/** One row: values by the names of their columns. */
export type Row<I extends Integers> = Record<string, SqlValue<I>>

/** How a transaction begins: `BEGIN IMMEDIATE` takes the right to write at once, `BEGIN` with the first statement. */
type Begin = 'BEGIN' | 'BEGIN IMMEDIATE'

interface ConnectionOptions<I extends Integers> {
  integers: I
  /** Milliseconds to wait for a process that has the file for a moment. */
  busyMs: number
  readOnly?: boolean
  /** True: closing folds the log into the file, unless it was opened to read. */
  foldsLog?: boolean
  /** Tests give a connection that fails at a statement. */
  open?: typeof openDatabase
}

/**
 * Opens a database, and closes it again where `prepare` throws.
 * @throws Error, like openDatabase; what `prepare` throws.
 */
export function openConnection<I extends Integers>(
  file: string,
  { integers, busyMs, readOnly = false, foldsLog = false, open = openDatabase }: ConnectionOptions<I>,
  prepare: (db: Connection<I>) => void = () => {},
): Connection<I> {
  const db = new Connection(open(file, { readOnly }), integers, foldsLog)
  try {
    db.exec(`PRAGMA busy_timeout = ${busyMs}`)
    prepare(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** One connection to a database. Statements are prepared once and found again by their text. SQLite answers at once. */
export class Connection<I extends Integers> {
  readonly #db: DatabaseSyncInstance
  readonly #integers: I
  readonly #foldsLog: boolean
  readonly #statements = new Map<string, Statement<I>>()

  /** @param db is this connection's from here on: close() closes it. */
  constructor(db: DatabaseSyncInstance, integers: I, foldsLog: boolean) {
    this.#db = db
    this.#integers = integers
    this.#foldsLog = foldsLog
  }

  all(sql: string, ...values: SqlValue<I>[]): Row<I>[] {
    return this.statement(sql).all(values)
  }

  get(sql: string, ...values: SqlValue<I>[]): Row<I> | undefined {
    return this.statement(sql).get(values)
  }

  /** Returns how many rows it changed. */
  run(sql: string, ...values: SqlValue<I>[]): number {
    return this.statement(sql).run(values)
  }

  /** Runs statements that bind nothing and are used once. */
  exec(sql: string): void {
    this.#db.exec(sql)
  }

  /** The one value of a pragma, or of another statement that has one integer. */
  number(sql: string): number {
    return Number(Object.values(this.get(sql) ?? {})[0])
  }

  /** The statement of this text, to be run many times. */
  statement(sql: string): Statement<I> {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = new Statement(this.#db.prepare(sql), this.#integers)
    this.#statements.set(sql, statement)
    return statement
  }

  /** Runs `work` in one transaction: all of it is stored, or nothing. */
  write<T>(work: () => T): T {
    return this.#transaction('BEGIN IMMEDIATE', work)
  }

  /** Runs `work` in one transaction: everything that it reads is of the same moment. */
  read<T>(work: () => T): T {
    return this.#transaction('BEGIN', work)
  }

  #transaction<T>(begin: Begin, work: () => T): T {
    this.#db.exec(begin)
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  /** The same for work that has to be waited for. Nothing else may use the connection meanwhile. */
  async transactionOf<T>(begin: Begin, work: () => Promise<T>): Promise<T> {
    this.#db.exec(begin)
    try {
      const result = await work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  /**
   * Closes it. The package, other than the built-in driver, keeps the file open until the last of its statements is
   * collected, so SQLite does not fold the log in by itself: whoever wants that does it before.
   */
  close(): void {
    try {
      if (this.#foldsLog) this.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // A reader folds nothing.
    }
    this.#statements.clear()
    this.#db.close()
  }

  #rollBack(): void {
    try {
      this.#db.exec('ROLLBACK')
    } catch {
      // The failure has ended the transaction already, as a full disk does. It is the one to report.
    }
  }
}

/** A prepared statement. */
export class Statement<I extends Integers> {
  readonly #statement: StatementSyncInstance
  readonly #names: string[]

  constructor(statement: StatementSyncInstance, integers: I) {
    this.#statement = statement
    if (integers === 'bigint') statement.setReadBigInts(true)
    // An object made by the driver, member by member, takes a quarter of a query's time.
    statement.setReturnArrays(true)
    this.#names = statement.columns().map(({ name }) => name)
  }

  all(values: SqlValue<I>[]): Row<I>[] {
    const rows: SqlValue<I>[][] = this.#statement.all(...values)
    return rows.map((row) => this.#named(row))
  }

  get(values: SqlValue<I>[]): Row<I> | undefined {
    const row: SqlValue<I>[] | undefined = this.#statement.get(...values)
    return row && this.#named(row)
  }

  /** Returns how many rows it changed. */
  run(values: SqlValue<I>[]): number {
    return Number(this.#statement.run(...values).changes)
  }

  #named(row: SqlValue<I>[]): Row<I> {
    const named: Row<I> = {}
    for (let i = 0; i < row.length; i++) named[this.#names[i] ?? ''] = row[i] ?? null
    return named
  }
}
