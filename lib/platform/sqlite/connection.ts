import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import { openDatabase } from './driver'

interface BoundValues {
  bigint: null | bigint | string | Uint8Array
  number: null | number | string
}

export type Integers = keyof BoundValues

export type SqlValue<I extends Integers> = BoundValues[I]

export type Row<I extends Integers> = Record<string, SqlValue<I>>

/** `BEGIN IMMEDIATE` takes the write lock at once, `BEGIN` with the first statement. */
type Begin = 'BEGIN' | 'BEGIN IMMEDIATE'

interface ConnectionOptions<I extends Integers> {
  integers: I
  busyMs: number
  readOnly?: boolean
  foldsLog?: boolean
  open?: typeof openDatabase
}

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

export class Connection<I extends Integers> {
  readonly #db: DatabaseSyncInstance
  readonly #integers: I
  readonly #foldsLog: boolean
  readonly #statements = new Map<string, Statement<I>>()

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

  run(sql: string, ...values: SqlValue<I>[]): number {
    return this.statement(sql).run(values)
  }

  exec(sql: string): void {
    this.#db.exec(sql)
  }

  number(sql: string): number {
    return Number(Object.values(this.get(sql) ?? {})[0])
  }

  statement(sql: string): Statement<I> {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = new Statement(this.#db.prepare(sql), this.#integers)
    this.#statements.set(sql, statement)
    return statement
  }

  write<T>(work: () => T): T {
    return this.#transaction('BEGIN IMMEDIATE', work)
  }

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

  /** Nothing else may use the connection until `work` resolves. */
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
   * The package's driver keeps the file open until its statements are collected, so SQLite does not checkpoint the WAL on
   * close; `foldsLog` does it first.
   */
  close(): void {
    try {
      if (this.#foldsLog) this.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // A reader checkpoints nothing.
    }
    this.#statements.clear()
    this.#db.close()
  }

  #rollBack(): void {
    try {
      this.#db.exec('ROLLBACK')
    } catch {
      // The failure, such as a full disk, has already ended the transaction: report the failure.
    }
  }
}

/** A view of a 1-byte buffer: Node 22's driver binds an empty buffer as NULL. */
const NO_BYTES = new Uint8Array(new ArrayBuffer(1), 0, 0)

function bindable<V>(value: V): V | Uint8Array {
  if (value === undefined) throw new TypeError('undefined cannot be bound to a statement')
  return value instanceof Uint8Array && value.length === 0 ? NO_BYTES : value
}

export class Statement<I extends Integers> {
  readonly #statement: StatementSyncInstance
  readonly #names: string[]

  constructor(statement: StatementSyncInstance, integers: I) {
    this.#statement = statement
    if (integers === 'bigint') statement.setReadBigInts(true)
    // Row objects built by the driver would take a quarter of a query's time.
    statement.setReturnArrays(true)
    this.#names = statement.columns().map(({ name }) => name)
  }

  all(values: SqlValue<I>[]): Row<I>[] {
    const rows: SqlValue<I>[][] = this.#statement.all(...values.map(bindable))
    return rows.map((row) => this.#named(row))
  }

  get(values: SqlValue<I>[]): Row<I> | undefined {
    const row: SqlValue<I>[] | undefined = this.#statement.get(...values.map(bindable))
    return row && this.#named(row)
  }

  run(values: SqlValue<I>[]): number {
    return Number(this.#statement.run(...values.map(bindable)).changes)
  }

  #named(row: SqlValue<I>[]): Row<I> {
    const named: Row<I> = {}
    for (let i = 0; i < row.length; i++) named[this.#names[i] ?? ''] = row[i] ?? null
    return named
  }
}
