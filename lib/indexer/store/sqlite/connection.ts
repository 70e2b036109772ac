import type { Connection } from '../../../platform/sqlite/connection'
import type { Lock } from '../../../platform/sqlite/lock'
import {
  type Columns,
  type Listed,
  type ListStatement,
  type Reader,
  type Row,
  type RowsStatement,
  type SqlValue,
  StatementStore,
  slotOf,
  type Writer,
  type WriterStore,
} from '../store'
import { storageProblem } from './storage-problem'

/** 32 MiB: each checkpoint waits for the disk. */
const LOG_PAGES = 8192

/** Beyond this, the checkpoint waits for readers. */
const MAX_LOG_PAGES = 4 * LOG_PAGES

class ConnectionWriter implements Writer {
  private readonly texts = new Map<RowsStatement, string>()

  constructor(private readonly db: Connection<'bigint'>) {}

  async all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.db.all(sql, ...values)
  }

  async get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.db.get(sql, ...values)
  }

  async list({ sql }: ListStatement, ...values: SqlValue[]): Promise<Listed> {
    const rows = this.db.all(sql, ...values)
    return { slot: slotOf(this.db.get('SELECT slot FROM store')), rows }
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.db.run(sql, ...values)
  }

  async allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]> {
    const prepared = this.db.statement(this.textOf(statement))
    return rows.flatMap((row) => prepared.all(row))
  }

  async runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void> {
    const prepared = this.db.statement(this.textOf(statement))
    for (const row of rows) prepared.run(row)
  }

  private textOf(statement: RowsStatement): string {
    const known = this.texts.get(statement)
    if (known !== undefined) return known
    const text = statement.sql(oneRow(statement.columns))
    this.texts.set(statement, text)
    return text
  }
}

function oneRow(columns: Columns): string {
  return `(SELECT ${Object.keys(columns)
    .map((name, i) => `?${i + 1} AS ${name}`)
    .join(', ')}) AS given`
}

/** Transactions take turns and never wait inside. Without the file's lock SQLite refuses writes. */
export class SqliteStore extends StatementStore implements WriterStore {
  /** The lock lasts as long as the process. */
  readonly lost = new AbortController().signal
  private readonly writer: ConnectionWriter
  private last: Promise<unknown> = Promise.resolve()
  private patience = MAX_LOG_PAGES

  constructor(
    private readonly db: Connection<'bigint'>,
    private readonly lock?: Lock,
  ) {
    super()
    this.writer = new ConnectionWriter(db)
  }

  write<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    return this.alone(() => this.db.transactionOf('BEGIN IMMEDIATE', () => work(this.writer)))
  }

  read<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    return this.alone(() => this.db.transactionOf('BEGIN', () => work(this.writer)))
  }

  /** Checkpoints a long log, sometimes waiting for readers: SQLite's automatic checkpoint would hide disk errors. */
  override tidy(): Promise<void> {
    return this.alone(async () => {
      const { log, checkpointed } = this.db.get('PRAGMA wal_checkpoint(NOOP)') ?? {}
      if (Number(log) > this.patience) {
        const { busy } = this.db.get('PRAGMA wal_checkpoint(RESTART)') ?? {}
        this.patience = busy === 0n ? MAX_LOG_PAGES : Number(log) + LOG_PAGES
      } else if (Number(log) - Number(checkpointed) > LOG_PAGES) this.db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    })
  }

  /** The writer checkpoints first and releases the file. */
  close(): Promise<void> {
    return this.alone(async () => {
      try {
        if (this.lock) this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // A full disk: the log is checkpointed after the next start.
        if (storageProblem(error) === null) throw error
      }
      this.db.close()
      this.lock?.close()
    })
  }

  protected using<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    return this.alone(() => work(this.writer))
  }

  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work)
    this.last = done.catch(() => undefined)
    return done
  }
}
