import type { Client } from 'pg'
import { type Reader, StatementStore, type Writer, type WriterStore } from '../store'
import { endConnection } from './connect'
import { ServerGone } from './problems'
import { Session } from './session'

/** Keeps an idle writer within KEEPALIVE_SETTINGS of open.ts. */
const KEEPALIVE_INTERVAL_MS = 2000

/** One connection, which holds the lock: once it is gone, nothing more can be written here. */
export class PostgresWriter extends StatementStore implements WriterStore {
  readonly lost: AbortSignal
  private readonly gone = new AbortController()
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0
  private readonly signs: NodeJS.Timeout

  constructor(
    private readonly client: Client,
    private readonly key: bigint,
  ) {
    super()
    this.lost = this.gone.signal
    this.signs = setInterval(() => this.giveSign(), KEEPALIVE_INTERVAL_MS)
    this.lost.addEventListener('abort', () => clearInterval(this.signs))
    for (const event of ['end', 'error'] as const) client.on(event, () => this.gone.abort())
  }

  read<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    return this.using((db) => transaction(db, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', () => work(db)))
  }

  write<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    return this.using((db) =>
      transaction(db, 'BEGIN', async () => {
        const fenced = this.fence(db)
        // Sent along with the work, checked before commit.
        fenced.catch(() => undefined)
        const result = await work(db)
        await fenced
        return result
      }),
    )
  }

  async close(): Promise<void> {
    clearInterval(this.signs)
    await this.last.catch(() => undefined)
    await endConnection(this.client)
  }

  /** Takes the lock again for this transaction, which excludes two writers even behind an unexpected pooler. */
  private async fence(db: Session): Promise<void> {
    const { rows } = await db.ask('SELECT pg_try_advisory_xact_lock($1) AS held', [this.key])
    if (rows[0]?.held === 't') return
    this.gone.abort()
    throw new ServerGone('REPLACED')
  }

  private giveSign(): void {
    if (this.waiting === 0 && !this.lost.aborted) this.client.query('SELECT 1').catch(() => undefined)
  }

  protected using<T>(work: (db: Session) => Promise<T>): Promise<T> {
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

async function transaction<T>(db: Session, begin: string, work: () => Promise<T>): Promise<T> {
  db.send(begin)
  try {
    const result = await work()
    await db.settle()
    await db.ask('COMMIT')
    return result
  } catch (error) {
    // An earlier statement that was not awaited may be the cause.
    const cause = await db.settle().then(
      () => error,
      (first: unknown) => first,
    )
    await db.ask('ROLLBACK').catch(() => undefined)
    throw cause
  }
}
