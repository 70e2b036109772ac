/*
 * What the indexer needs of a database. Statements are written once, in the SQL that SQLite and PostgreSQL share, with
 * `?` or `?1` for values; where the two differ, the database's own folder says how.
 */

/** What a column can hold, and a statement be given. Integers are read as bigint: a u64 does not fit into a number. */
export type SqlValue = null | bigint | string | Uint8Array
/** A row of a database, by column. */
export type Row = Record<string, SqlValue>

/** What a store belongs to. Another ledger or other program ids would give other answers under the same name. */
export interface StoreIdentity {
  /** The ledger's identity. */
  ledger: string
  /** Ids by name; the order of the members does not matter. */
  programIds: Readonly<Record<string, string>>
}

/** A store that cannot be used; one line that names it. Nothing was written to it. */
export class StoreError extends Error {
  override readonly name: string = 'StoreError'
}

/** There is nothing to read yet: the indexer that writes has not made the store, or not carried it to this version. */
export class StoreMissing extends StoreError {
  override readonly name: string = 'StoreMissing'
}

/** Columns of the rows that a statement is given, in the order of their values. */
export type Columns = Readonly<Record<string, 'integer' | 'bytes' | 'text'>>

/**
 * The slot in a row of the store's own table.
 * @throws Error where there is none.
 */
export function slotOf(row: Row | undefined): bigint {
  const slot = row?.slot
  if (typeof slot !== 'bigint') throw new Error('the store does not say its slot')
  return slot
}

/** A statement that is given many rows at once, under a name to be read from like a table. */
export interface RowsStatement {
  columns: Columns
  /** @param given the rows, as they stand behind FROM: a table called `given`. */
  sql(given: string): string
}

/** Columns that a list selects, and whether each may be null. */
export type ListColumns = Readonly<Record<string, 'integer' | 'integer or null' | 'bytes' | 'bytes or null'>>

/** A statement for a list of rows. */
export interface ListStatement {
  sql: string
  columns: ListColumns
  /**
   * True where one index answers it best whatever its values are: a server need not plan it again each time, which takes as
   * long as the answer. False where that depends on how many rows a value has.
   */
  keepsPlan: boolean
}

/** Rows, and the slot of the store in the same moment. */
export interface Listed {
  slot: bigint
  rows: Row[]
}

/** Asks within one moment of the store. */
export interface Reader {
  list(statement: ListStatement, ...values: SqlValue[]): Promise<Listed>
  all(sql: string, ...values: SqlValue[]): Promise<Row[]>
  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined>
  /** What the statement answers for all the rows, in no order. Each row is taken by itself: it sees no other. */
  allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]>
}

/** Asks and changes within one transaction. */
export interface Writer extends Reader {
  /** Returns how many rows the statement changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>
  runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void>
}

/** The embedded indexer's database. Its own statements are transactions by themselves. */
export interface Store extends Writer {
  /** Runs `work` in one transaction: all of it is stored, or nothing. Only `db` belongs to it. */
  write<T>(work: (db: Writer) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction: everything it reads is of the same moment. Only `db` belongs to it. */
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
  /** Does what the database wants done between transactions. Nothing is lost when it throws. */
  tidy(): Promise<void>
  close(): Promise<void>
}

/** A store that may be written to. */
export interface WriterStore extends Store {
  /**
   * Aborts when the right to write is gone: whatever is written after that fails. It is as good as closed, and closing it
   * still lets go of what is left.
   */
  readonly lost: AbortSignal
}

/** How somebody who wants to write waits for it. */
export interface WriterOptions {
  /** Gives up. */
  signal: AbortSignal
  /** Called once when another process writes, and this one stands by. */
  onStandby(): void
  /**
   * Whether a file that holds another ledger makes room for this one. Without it such a store is refused, and so is always
   * one on a server.
   */
  replaces?(ledger: string): boolean
}

/** How a store remembers a chain. */
const CHAIN = 'genesis hash '

/** The identity of the ledger that is the chain with this genesis hash. */
export function chainIdentity(genesisHash: string): string {
  return `${CHAIN}${genesisHash}`
}

/** The genesis hash of a ledger that is a chain; null for another one. */
export function genesisHashOf(ledger: string): string | null {
  return ledger.startsWith(CHAIN) ? ledger.slice(CHAIN.length) : null
}

/** The refusal of a store that holds another ledger than the one that is followed. `store`: as its reader knows it. */
export function otherLedger(store: string, held: string, followed: string): StoreError {
  const remedy =
    genesisHashOf(held) !== null && genesisHashOf(followed) !== null
      ? 'The chain was replaced, or LEDGER names another one: leave DATABASE_URL unset, so that each chain gets a store of its own, or name a new store for this chain'
      : 'Name another store in DATABASE_URL'
  return new StoreError(`${store}: it holds the ledger ${held}, not ${followed}. ${remedy}`)
}

/** Program ids as a store remembers them. */
export function canonicalIds(ids: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(ids).sort(([a], [b]) => (a < b ? -1 : 1))))
}
