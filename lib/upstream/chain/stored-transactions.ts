import 'server-only'
import fs from 'node:fs'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ChainReplaced } from '../../api/status'
import { errorClass, logThrottled } from '../../platform/log'
import { once } from '../../platform/once'
import { type Connection, openConnection } from '../../platform/sqlite/connection'
import { migrate, type Schema, schemaState } from '../../platform/sqlite/schema'
import { parseJson, stringifyJson } from '../../protocol/rpc/json'
import type { NodeTransaction } from '../../protocol/solana/node-transaction'
import { configuration } from '../networks/networks'

/*
 * transactions.sqlite in DATA_DIR: finalized transactions and values derived from them. Nothing expires; the oldest entries are
 * dropped when full.
 */

const FILE = 'transactions.sqlite'

const MAX_BYTES = 96_000_000

const DROPPED_SHARE = 0.1

/** Milliseconds to wait for another process's lock. */
const BUSY_MS = 100

const MIGRATIONS = [
  `
  CREATE TABLE kept (
    id INTEGER PRIMARY KEY,
    network TEXT NOT NULL,
    signature TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    packed BLOB NOT NULL,
    UNIQUE (network, signature)
  ) STRICT;
  CREATE TABLE chain (
    network TEXT PRIMARY KEY,
    genesis_hash TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  'ALTER TABLE kept RENAME COLUMN signature TO key',
  `
  CREATE TABLE replaced (
    network TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    from_hash TEXT NOT NULL,
    to_hash TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
]

const SCHEMA: Schema = {
  applicationId: 0x4c667478,
  migrations: MIGRATIONS,
}

export class StoredTransactions {
  readonly #db: Connection<'bigint'> | null
  readonly #maxBytes: number
  #bytes = 0

  constructor(folder: string, maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes
    this.#db = this.#open(folder)
  }

  get(network: string, signature: string): NodeTransaction | null {
    const packed = this.#packed(network, signature)
    return packed && this.#tried(() => parseJson(gunzipSync(packed).toString('utf8')) as NodeTransaction)
  }

  value(network: string, key: string): unknown {
    const packed = this.#packed(network, key)
    return packed && this.#tried(() => deserialize(gunzipSync(packed)))
  }

  /** @param key includes the version of the deriving code, so that values of older versions are not found */
  keepValue(network: string, key: string, value: object): void {
    // `serialize` keeps u64 as bigint, which JSON does not.
    const packed = gzipSync(serialize(value), { level: 4 })
    this.#keep(network, key, packed)
  }

  keep(network: string, transaction: NodeTransaction): void {
    const packed = gzipSync(stringifyJson(transaction), { level: 4 })
    this.#keep(network, transaction.signature, packed)
  }

  chain(network: string): { genesisHash: string | null; replaced: ChainReplaced | null } {
    return (
      this.#tried((db) => {
        const genesisHash = db.get('SELECT genesis_hash FROM chain WHERE network = ?', network)?.genesis_hash
        const row = db.get('SELECT at, from_hash, to_hash FROM replaced WHERE network = ?', network)
        return {
          genesisHash: genesisHash === undefined ? null : String(genesisHash),
          replaced: row ? { at: String(row.at), from: String(row.from_hash), to: String(row.to_hash) } : null,
        }
      }) ?? { genesisHash: null, replaced: null }
    )
  }

  /** Deletes the network's data of other chains. @param replaced null: no earlier chain is known */
  onChain(network: string, genesisHash: string, replaced: ChainReplaced | null = null): void {
    this.#tried((db) => {
      const known = db.get('SELECT genesis_hash FROM chain WHERE network = ?', network)?.genesis_hash
      if (known === genesisHash) return
      db.write(() => {
        if (known !== undefined) db.run('DELETE FROM kept WHERE network = ?', network)
        db.run('INSERT OR REPLACE INTO chain (network, genesis_hash) VALUES (?, ?)', network, genesisHash)
        if (!replaced) return
        const { at, from, to } = replaced
        const sql = 'INSERT OR REPLACE INTO replaced (network, at, from_hash, to_hash) VALUES (?, ?, ?, ?)'
        db.run(sql, network, at, from, to)
      })
    })
  }

  close(): void {
    this.#db?.close()
  }

  #packed(network: string, key: string): Uint8Array | null {
    const row = this.#tried((db) => db.get('SELECT packed FROM kept WHERE network = ? AND key = ?', network, key))
    return row?.packed instanceof Uint8Array ? row.packed : null
  }

  #keep(network: string, key: string, packed: Uint8Array): void {
    this.#tried((db) => {
      const size = BigInt(packed.length)
      const added = db.run(
        `INSERT OR REPLACE INTO kept (network, key, bytes, packed) VALUES (?, ?, ?, ?)`,
        network,
        key,
        size,
        packed,
      )
      this.#bytes += added * packed.length
      if (this.#bytes > this.#maxBytes) this.#dropOldest(db)
    })
  }

  #dropOldest(db: Connection<'bigint'>): void {
    const goal = BigInt(Math.floor(this.#maxBytes * (1 - DROPPED_SHARE)))
    db.run(
      `DELETE FROM kept WHERE id <= (
         SELECT max(id) FROM (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS above FROM kept) WHERE above > ?
       )`,
      goal,
    )
    this.#bytes = sizeOf(db)
  }

  #open(folder: string): Connection<'bigint'> | null {
    try {
      fs.mkdirSync(folder, { recursive: true })
      return openConnection(path.join(folder, FILE), { integers: 'bigint', busyMs: BUSY_MS }, (db) => {
        db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
        db.exec('PRAGMA journal_size_limit = 4194304; PRAGMA auto_vacuum = INCREMENTAL')
        db.write(() => {
          const state = schemaState(db, SCHEMA)
          if (state.kind !== 'known') throw new Error('the file is of another program, or of a later version')
          migrate(db, SCHEMA, state.version)
        })
        this.#bytes = sizeOf(db)
      })
    } catch (error) {
      notStored(error)
      return null
    }
  }

  #tried<T>(work: (db: Connection<'bigint'>) => T): T | null {
    if (!this.#db) return null
    try {
      return work(this.#db)
    } catch (error) {
      notStored(error)
      return null
    }
  }
}

function sizeOf(db: Connection<'bigint'>): number {
  return Number(db.get('SELECT coalesce(sum(bytes), 0) AS bytes FROM kept')?.bytes ?? 0)
}

function notStored(error: unknown): void {
  logThrottled('stored transactions', 'warn', 'transactions are not stored on disk', { error: errorClass(error) })
}

export const storedTransactions = once('stored transactions', () => new StoredTransactions(configuration().dataDir))
