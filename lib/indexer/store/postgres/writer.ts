import type { Client } from 'pg'
import type { Listed, ListStatement, Reader, Row, RowsStatement, SqlValue, Writer, WriterStore } from '../store'
import { endConnection } from './connect'
import { ServerGone } from './problems'
import { Session } from './session'

/** Milliseconds between two signs of life of a writer that has nothing to write: see SIGNS_OF_LIFE in open.ts. */
const SIGN_OF_LIFE = 2000

/**
 * The store of the process that has the right to write: one connection, which holds the lock that says so. Transactions
 * take turns. When the connection dies, the server gives the lock to another, and nothing more can be written here.
 */
export class PostgresWriter implements WriterStore {
  readonly lost: AbortSignal
  private readonly gone = new AbortController()
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0
  private readonly signs: NodeJS.Timeout

  /** @param key the advisory lock that the connection holds. */
  constructor(
    private readonly client: Client,
    private readonly key: bigint,
  ) {
    this.lost = this.gone.signal
    this.signs = setInterval(() => this.giveSign(), SIGN_OF_LIFE)
    this.lost.addEventListener('abort', () => clearInterval(this.signs))
    for (const event of ['end', 'error'] as const) client.on(event, () => this.gone.abort())
  }

  all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.alone((db) => db.all(sql, ...values))
  }

  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.alone((db) => db.get(sql, ...values))
  }

  list(statement: ListStatement, ...values: SqlValue[]): Promise<Listed> {
    return this.alone((db) => db.list(statement, ...values))
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.alone((db) => db.run(sql, ...values))
  }

  allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]> {
    return this.alone((db) => db.allEach(statement, rows))
  }

  runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void> {
    return this.write((db) => db.runEach(statement, rows))
  }

  read<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    return this.alone((db) => transaction(db, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', () => work(db)))
  }

  write<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    return this.alone((db) =>
      transaction(db, 'BEGIN', async () => {
        const fenced = this.fence(db)
        // Asked along with what `work` does; heard before anything is kept.
        fenced.catch(() => undefined)
        const result = await work(db)
        await fenced
        return result
      }),
    )
  }

  /** The server tidies up by itself. */
  async tidy(): Promise<void> {}

  async close(): Promise<void> {
    clearInterval(this.signs)
    await this.last.catch(() => undefined)
    await endConnection(this.client)
  }

  /**
   * The lock once more, for this transaction: had at once where this connection holds it already. A pooler that gives each
   * transaction another connection is found out here, and two writers are impossible even then.
   */
  private async fence(db: Session): Promise<void> {
    const { rows } = await db.ask('SELECT pg_try_advisory_xact_lock($1) AS held', [this.key])
    if (rows[0]?.held === 't') return
    this.gone.abort()
    throw new ServerGone('REPLACED')
  }

  private giveSign(): void {
    if (this.waiting === 0 && !this.lost.aborted) this.client.query('SELECT 1').catch(() => undefined)
  }

  private alone<T>(work: (db: Session) => Promise<T>): Promise<T> {
    this.waiting++
    const done = this.last
      .then(() => {
        if (this.lost.aborted) throw new ServerGone(null)
        return work(new Session(this.client, true))
      })
      .finally(() => this.waiting--)
    this.last = done.catch(() => undefined)
    return done
  }
}

/** Runs `work` in one transaction of the connection: all of it is stored, or nothing. */
async function transaction<T>(db: Session, begin: string, work: () => Promise<T>): Promise<T> {
  db.send(begin)
  try {
    const result = await work()
    await db.settle()
    await db.ask('COMMIT')
    return result
  } catch (error) {
    // A statement that was not awaited may be the cause, and what failed here its consequence.
    const cause = await db.settle().then(
      () => error,
      (first: unknown) => first,
    )
    await db.ask('ROLLBACK').catch(() => undefined)
    throw cause
  }
}
