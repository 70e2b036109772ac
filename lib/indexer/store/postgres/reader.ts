import type { Pool, PoolClient } from 'pg'
import {
  type Listed,
  type ListStatement,
  type Reader,
  type Row,
  type SqlValue,
  StatementStore,
  type Writer,
} from '../store'
import { endsConnection, isTransient, redactHost } from './problems'
import { Session } from './session'

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Each answer is of one snapshot, also on a replica. A transient failure is retried once: nothing of it was sent. */
export class PostgresReader extends StatementStore {
  /** @param pool plans for each value. @param quick keeps plans; the same pool where connections keep nothing */
  constructor(
    private readonly pool: Pool,
    private readonly quick: Pool,
    private readonly keepsSessions: boolean,
  ) {
    super()
  }

  /** One statement is one snapshot. */
  override get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return again(() => this.alone(this.quick, (session) => session.get(sql, ...values)))
  }

  override list(statement: ListStatement, ...values: SqlValue[]): Promise<Listed> {
    const pool = statement.keepsPlan ? this.quick : this.pool
    return again(() => this.alone(pool, (session) => session.list(statement, ...values)))
  }

  read<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    return this.using(work)
  }

  async write<T>(_work: (db: Writer) => Promise<T>): Promise<T> {
    throw new Error('this store is for reading only')
  }

  async close(): Promise<void> {
    await Promise.all([...new Set([this.pool, this.quick])].map((pool) => pool.end()))
  }

  protected using<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    return again(() => this.readOnce(work))
  }

  private async readOnce<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    const client = await connectionOf(this.pool)
    const session = new Session(client, this.keepsSessions)
    // Sent together with the first statement.
    session.send(BEGIN)
    try {
      const result = await work(session)
      await session.settle()
      // Not awaited: the next reader's statements queue behind it.
      session.send('COMMIT')
      client.release()
      return result
    } catch (error) {
      session.send('ROLLBACK')
      client.release(endsConnection(error))
      throw error
    }
  }

  private async alone<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
    const client = await connectionOf(pool)
    try {
      const result = await work(new Session(client, this.keepsSessions))
      client.release()
      return result
    } catch (error) {
      client.release(endsConnection(error))
      throw error
    }
  }
}

async function connectionOf(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw redactHost(error)
  }
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isTransient(error)) throw error
    return work()
  }
}
