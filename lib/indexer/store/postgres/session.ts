import { createHash } from 'node:crypto'
import type { Client, QueryResult } from 'pg'
import {
  type Listed,
  type ListStatement,
  type Row,
  type RowsStatement,
  type SqlValue,
  slotOf,
  type Writer,
} from '../store'
import { toArrays } from './arrays'
import { rowsToPostgres, toPostgres } from './dialect'
import { redactHost } from './problems'

const names = new Map<string, string>()

export class Session implements Writer {
  private readonly sent: Promise<QueryResult>[] = []

  constructor(
    private readonly client: Pick<Client, 'query'>,
    private readonly prepares: boolean,
  ) {}

  async all(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.ask(toPostgres(sql), values)).rows
  }

  async get(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values))[0]
  }

  /** One statement is one snapshot, even without a transaction. */
  async list(statement: ListStatement, ...values: SqlValue[]): Promise<Listed> {
    const { rows } = await this.ask(withSlot(statement), values)
    return { slot: slotOf(rows[0], 'reached'), rows: rows.filter(({ listed }) => listed !== null) }
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return (await this.ask(toPostgres(sql), values)).rowCount ?? 0
  }

  async allEach(statement: RowsStatement, rows: SqlValue[][]): Promise<Row[]> {
    if (rows.length === 0) return []
    return (await this.ask(rowsToPostgres(statement), toArrays(statement.columns, rows))).rows
  }

  /** Not awaited: the server runs statements in order, and settle() reports failures. */
  async runEach(statement: RowsStatement, rows: SqlValue[][]): Promise<void> {
    if (rows.length > 0) this.send(rowsToPostgres(statement), toArrays(statement.columns, rows))
  }

  send(text: string, values: unknown[] = []): void {
    const answer = this.ask(text, values)
    // Handled by settle().
    answer.catch(() => undefined)
    this.sent.push(answer)
  }

  /** Rejects with the first failure, which causes the later ones. */
  async settle(): Promise<void> {
    for (const answer of this.sent.splice(0)) await answer
  }

  async script(text: string): Promise<void> {
    try {
      await this.client.query(text)
    } catch (error) {
      throw redactHost(error)
    }
  }

  async ask(text: string, values: unknown[] = []): Promise<QueryResult> {
    try {
      return await this.client.query({ text, values, ...(this.prepares && { name: nameOf(text) }) })
    } catch (error) {
      throw redactHost(error)
    }
  }
}

const lists = new Map<ListStatement, string>()

/** An empty list is a row whose `listed` is null. */
function withSlot(statement: ListStatement): string {
  const known = lists.get(statement)
  if (known !== undefined) return known
  const text = `SELECT store.slot AS reached, list.*
    FROM store LEFT JOIN (SELECT true AS listed, * FROM (${toPostgres(statement.sql)}) AS rows) AS list ON true`
  lists.set(statement, text)
  return text
}

/** The same name in every process, so that a pooler can share it. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `leafscan_${createHash('sha256').update(text).digest('hex').slice(0, 20)}`
  names.set(text, name)
  return name
}
