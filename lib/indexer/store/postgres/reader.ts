import type { Pool, PoolClient } from 'pg'
import type { Reader, Row, RowsStatement, SqlValue, Store, Writer } from '../store'
import { endsConnection, passesAtOnce, withoutHost } from './problems'
import { Session } from './session'

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/**
 * A store for answering. Each answer is of one moment, also on a replica; what a passing trouble of the server broke off is
 * asked once more, since nothing of it has been told.
 */
export class PostgresReader implements Store {
  constructor(
    private readonly pool: Pool,
    private readonly keepsSessions: boolean,
  ) {}

  all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.read((db) => db.all(sql, ...values))
  }

  get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.read((db) => db.get(sql, ...values))
  }

  allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]> {
    return this.read((db) => db.allEach(statement, rows))
  }

  async read<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    try {
      return await this.readOnce(work)
    } catch (error) {
      if (!passesAtOnce(error)) throw error
      return this.readOnce(work)
    }
  }

  async run(): Promise<number> {
    throw readOnly()
  }

  async runEach(): Promise<void> {
    throw readOnly()
  }

  async write<T>(_work: (db: Writer) => Promise<T>): Promise<T> {
    throw readOnly()
  }

  async tidy(): Promise<void> {}

  close(): Promise<void> {
    return this.pool.end()
  }

  private async readOnce<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    const client = await this.connection()
    const session = new Session(client, this.keepsSessions)
    // Goes out together with the first statement.
    session.send(BEGIN)
    try {
      const result = await work(session)
      await session.settle()
      // Its result does not matter: the next reader's statements wait behind it.
      session.send('COMMIT')
      client.release()
      return result
    } catch (error) {
      session.send('ROLLBACK')
      client.release(endsConnection(error))
      throw error
    }
  }

  private async connection(): Promise<PoolClient> {
    try {
      return await this.pool.connect()
    } catch (error) {
      throw withoutHost(error)
    }
  }
}

function readOnly(): Error {
  return new Error('this store is for reading only')
}
