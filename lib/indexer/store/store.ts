/* Statements use the SQL that SQLite and PostgreSQL share, with `?` or `?1` for values. */

/** Integers are bigint: a u64 does not fit into a number. */
export type SqlValue = null | bigint | string | Uint8Array
export type Row = Record<string, SqlValue>

/** A store holds the data of one ledger, indexed with these program ids. */
export interface StoreIdentity {
  ledger: string
  programIds: Readonly<Record<string, string>>
}

/** One line that names the store. Nothing was written to it. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
}

/** The writing indexer has not created or migrated the store yet. */
export class StoreMissing extends StoreError {
  override readonly name: string = 'StoreMissing'
}

export type Columns = Readonly<Record<string, 'integer' | 'bytes' | 'text'>>

/** @throws Error where there is none */
export function slotOf(row: Row | undefined, name = 'slot'): bigint {
  const slot = row?.[name]
  if (typeof slot !== 'bigint') throw new Error('the store does not say its slot')
  return slot
}

export interface RowsStatement {
  columns: Columns
  /** @param given for the FROM clause: a table named `given` */
  sql(given: string): string
}

export interface ListStatement {
  sql: string
  /** True: one index is best for all values, so a server need not plan again, which takes as long as the answer. */
  keepsPlan: boolean
}

/** Rows, and the store's slot in the same snapshot. */
export interface Listed {
  slot: bigint
  rows: Row[]
}

export interface Reader {
  list(statement: ListStatement, ...values: SqlValue[]): Promise<Listed>
  all(sql: string, ...values: SqlValue[]): Promise<Row[]>
  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined>
  /** In no order; rows do not see each other. */
  allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]>
}

export interface Writer extends Reader {
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): Promise<number>
  runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void>
}

/** Statements outside of write() and read() are transactions by themselves. */
export interface Store extends Writer {
  /** All or nothing. Only `db` is inside the transaction. */
  write<T>(work: (db: Writer) => Promise<T>): Promise<T>
  /** One snapshot. Only `db` is inside the transaction. */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /** Maintenance between transactions. Nothing is lost when it throws. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** Each statement is a transaction by itself. */
export abstract class StatementStore implements Store {
  abstract read<T>(work: (db: Reader) => Promise<T>): Promise<T>
  abstract write<T>(work: (db: Writer) => Promise<T>): Promise<T>
  abstract close(): Promise<void>
  protected abstract using<T>(work: (db: Writer) => Promise<T>): Promise<T>

  all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.using((db) => db.all(sql, ...values))
  }

  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.using((db) => db.get(sql, ...values))
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.using((db) => db.run(sql, ...values))
  }

  list(statement: ListStatement, ...values: SqlValue[]): Promise<Listed> {
    return this.read((db) => db.list(statement, ...values))
  }

  allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]> {
    return this.read((db) => db.allEach(statement, rows))
  }

  runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void> {
    return this.write((db) => db.runEach(statement, rows))
  }

  async tidy(): Promise<void> {}
}

export interface WriterStore extends Store {
  /** Aborts when the right to write is lost: later writes fail. Closing still releases the rest. */
  readonly lost: AbortSignal
}

export interface WriterOptions {
  signal: AbortSignal
  /** Called once when another process writes. */
  onStandby(): void
  /** Whether a file of another ledger is replaced; absent: refused, as always on a server. */
  replaces?(ledger: string): boolean
}

const CHAIN = 'genesis hash '

export function chainIdentity(genesisHash: string): string {
  return `${CHAIN}${genesisHash}`
}

/** Null: the ledger is not a chain. */
export function genesisHashOf(ledger: string): string | null {
  return ledger.startsWith(CHAIN) ? ledger.slice(CHAIN.length) : null
}

/** @param store as its operator knows it */
export function otherLedgerError(store: string, held: string, followed: string): StoreError {
  const remedy =
    genesisHashOf(held) !== null && genesisHashOf(followed) !== null
      ? 'The chain was replaced, or LEDGER names another one: leave DATABASE_URL unset, so that each chain gets a store of its own, or name a new store for this chain'
      : 'Name another store in DATABASE_URL'
  return new StoreError(`${store}: it holds the ledger ${held}, not ${followed}. ${remedy}`)
}

/** @param store as its operator knows it @throws StoreError */
export function assertIdentity(store: string, row: Row | undefined, { ledger, programIds }: StoreIdentity): void {
  if (row?.ledger !== ledger) throw otherLedgerError(store, String(row?.ledger), ledger)
  const wanted = canonicalIds(programIds)
  if (row.program_ids === wanted) return
  throw new StoreError(`${store}: it was made with the program ids ${String(row.program_ids)}, not ${wanted}`)
}

export function newerSchemaError(store: string, version: number, known: number): StoreError {
  return new StoreError(`${store}: it has schema version ${version}, this Leafscan knows versions up to ${known}`)
}

export function canonicalIds(ids: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1))))
}
