import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../sqlite/driver'
import { letGo } from '../../testing/let-go'
import { applyBlocks, slotReached } from '../apply'
import { type Store, StoreError } from '../store'
import { init } from './migrations/0001-init'
import { openSqlite } from './open'

const IDENTITY = { ledger: 'ledger one', programIds: { token: 'a', compression: 'b' } }

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-store-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))
const file = () => path.join(folder, 'new', 'indexer.sqlite')

/** Opens, runs and closes. */
async function withStore<T>(use: (store: Store) => T, identity = IDENTITY): Promise<T> {
  const store = openSqlite(file(), identity)
  try {
    return await use(store)
  } finally {
    await store.close()
    await letGo()
  }
}

describe('a store', () => {
  it('is made with its folder, and remembers what it holds', async () => {
    expect(await withStore(slotReached)).toBe(0)
    await withStore((store) => applyBlocks(store, [{ slot: 7, blockTime: 0, transactions: [] }]))
    expect(await withStore(slotReached)).toBe(7)
  })

  it('leaves no log behind when it is closed, and never a -shm file', async () => {
    const store = openSqlite(file(), IDENTITY)
    await applyBlocks(store, [{ slot: 7, blockTime: 0, transactions: [] }])
    expect(fs.existsSync(`${file()}-shm`)).toBe(false)
    await store.close()
    expect(fs.existsSync(`${file()}-wal`) ? fs.statSync(`${file()}-wal`).size : 0).toBe(0)
  })

  it('does not care about the order in which program ids are named', async () => {
    await withStore(slotReached)
    expect(await withStore(slotReached, { ...IDENTITY, programIds: { compression: 'b', token: 'a' } })).toBe(0)
  })

  it('takes back everything of a transaction that fails', async () => {
    await withStore(async (store) => {
      const attempt = () =>
        store.write(async (db) => {
          await db.run('UPDATE store SET slot = 9')
          throw new Error('in the middle')
        })
      await expect(attempt()).rejects.toThrow('in the middle')
      expect(await slotReached(store)).toBe(0)
    })
  })
})

describe('a store of the first version', () => {
  /** As a Leafscan before the journal left it. */
  function makeFirstVersion(): void {
    fs.mkdirSync(path.dirname(file()))
    const db = openDatabase(file())
    db.exec(init)
    db.exec(`PRAGMA user_version = 1; PRAGMA application_id = ${0x4c656166}`)
    db.exec(`INSERT INTO store VALUES (1, 'ledger one', '{"compression":"b","token":"a"}', 41)`)
    db.exec(`INSERT INTO transactions (signature, slot, block_time) VALUES (x'01', 41, 0)`)
    db.close()
  }

  it('is carried over with what it holds, and goes on', async () => {
    makeFirstVersion()
    await withStore(async (store) => {
      expect(await slotReached(store)).toBe(41)
      expect((await store.get('PRAGMA user_version'))?.user_version).toBe(2n)
      expect(await store.all('SELECT slot FROM transactions')).toEqual([{ slot: 41n }])
      await applyBlocks(store, [{ slot: 42, blockTime: 0, transactions: [] }])
    })
    expect(await withStore(slotReached)).toBe(42)
  })

  it('has the schema of a new one afterwards', async () => {
    const schema = (store: Store) => store.all('SELECT type, name, sql FROM sqlite_schema ORDER BY name')
    const fresh = await withStore(schema)
    fs.rmSync(path.dirname(file()), { recursive: true })
    makeFirstVersion()
    expect(await withStore(schema)).toEqual(fresh)
  })
})

describe('refused in one line that names the file, and left as it was', () => {
  /** The message of the refusal; the file's bytes must be the same afterwards. */
  async function refusal(identity = IDENTITY): Promise<string> {
    const before = fs.readFileSync(file())
    try {
      await openSqlite(file(), identity).close()
    } catch (error) {
      expect(error).toBeInstanceOf(StoreError)
      expect(fs.readFileSync(file()).equals(before)).toBe(true)
      const text = error instanceof Error ? error.message : ''
      expect(text).not.toContain('\n')
      expect(text.startsWith(`${file()}: `)).toBe(true)
      return text.slice(file().length + 2)
    } finally {
      await letGo()
    }
    return 'opened'
  }

  it('another ledger', async () => {
    await withStore(slotReached)
    expect(await refusal({ ...IDENTITY, ledger: 'ledger two' })).toBe('it holds the ledger ledger one, not ledger two')
  })

  it('other program ids', async () => {
    await withStore(slotReached)
    expect(await refusal({ ...IDENTITY, programIds: { token: 'x', compression: 'b' } })).toBe(
      'it was made with the program ids {"compression":"b","token":"a"}, not {"compression":"b","token":"x"}',
    )
  })

  it('a newer schema', async () => {
    await withStore((store) => store.run('PRAGMA user_version = 99'))
    expect(await refusal()).toBe('it has schema version 99, this Leafscan knows versions up to 2')
  })

  it('a database of something else', async () => {
    await withStore((store) => store.run('PRAGMA application_id = 1234'))
    expect(await refusal()).toBe('it is a database of something else')
  })

  it.each(['x', 'a text file that somebody gave by mistake\n', '{"slot": 1}'.repeat(1000)])(
    'no database: %#',
    async (text) => {
      fs.mkdirSync(path.dirname(file()))
      fs.writeFileSync(file(), text)
      expect(await refusal()).toBe('it is not a database, or a damaged one')
    },
  )

  it('a damaged database', async () => {
    await withStore((store) => applyBlocks(store, [{ slot: 7, blockTime: 0, transactions: [] }]))
    const bytes = fs.readFileSync(file())
    fs.writeFileSync(file(), Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xaa)]))
    expect(await refusal()).toMatch(/not a database, or a damaged one/)
  })

  it('a store that another process holds', async () => {
    await withStore(slotReached)
    // Another process, because locks of one process do not keep itself out.
    const holding = `
      const { DatabaseSync } = require('@photostructure/sqlite')
      const db = new DatabaseSync(process.argv[1])
      db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE store SET slot = 1; COMMIT')
      console.log('held')
      process.stdin.resume()`
    const holder = spawn(process.execPath, ['-e', holding, file()], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    expect(await refusal()).toBe('another process holds it')
    holder.kill()
    await once(holder, 'exit')
    expect(await withStore(slotReached)).toBe(1)
  })

  it('a folder in place of the file', async () => {
    fs.mkdirSync(file(), { recursive: true })
    expect(() => openSqlite(file(), IDENTITY)).toThrow(StoreError)
  })
})
