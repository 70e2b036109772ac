import { type Reader, StatementStore, type Writer } from '../store'
import type { SqliteStore } from './connection'

/** Each costs memory; further reads wait for a free one. */
const MAX_READERS = 8

/** A long read that yields keeps its connection and snapshot; other reads use the next one. */
export class SqliteReaders extends StatementStore {
  private readonly idle: SqliteStore[]
  private readonly waiting: ((store: SqliteStore) => void)[] = []
  private opened = 1

  constructor(
    private readonly first: SqliteStore,
    private readonly another: () => SqliteStore,
  ) {
    super()
    this.idle = [first]
  }

  read<T>(work: (db: Reader) => Promise<T>): Promise<T> {
    return this.using((store) => store.read(work))
  }

  /** Always fails: SQLite refuses writes of a reader. */
  write<T>(work: (db: Writer) => Promise<T>): Promise<T> {
    return this.using((store) => store.write(work))
  }

  async close(): Promise<void> {
    for (; this.opened > 0; this.opened--) await (await this.taken()).close()
  }

  protected async using<T>(work: (store: SqliteStore) => Promise<T>): Promise<T> {
    const store = await this.taken()
    try {
      return await work(store)
    } finally {
      const next = this.waiting.shift()
      if (next) next(store)
      // Used first: it has the larger cache.
      else if (store === this.first) this.idle.push(store)
      else this.idle.unshift(store)
    }
  }

  private async taken(): Promise<SqliteStore> {
    const store = this.idle.pop()
    if (store) return store
    if (this.opened < MAX_READERS) {
      const another = this.another()
      this.opened++
      return another
    }
    return new Promise((resolve) => this.waiting.push(resolve))
  }
}
