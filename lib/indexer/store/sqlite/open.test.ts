import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNTS_OF_EARLIER_VERSIONS } from '@/lib/testing/indexer/earlier-accounts'
import { letGo } from '@/lib/testing/indexer/let-go'
import { folderOfTest } from '@/lib/testing/of-test'
import { openDatabase } from '../../../platform/sqlite/driver'
import { associatedAccounts } from '../../handlers/associated'
import { applyBlocks, slotReached } from '../apply'
import { lastDoubtfulSlot } from '../doubtful'
import { type Store, StoreError, StoreMissing } from '../store'
import { init } from './migrations/0001-init'
import { lockFile, openSqlite, openSqliteReader } from './open'

const IDENTITY = { ledger: 'ledger one', programIds: { token: 'a', compression: 'b' } }

let folder = ''
beforeEach(() => {
  folder = folderOfTest()
})
const file = () => path.join(folder, 'new', 'indexer.sqlite')

async function withStore<T>(use: (store: Store) => T, identity = IDENTITY): Promise<T> {
  const store = openSqlite(file(), identity)
  try {
    return await use(store)
  } finally {
    await store.close()
    await letGo()
  }
}

describe('a reader', () => {
  const block = (slot: number) => ({ slot, blockTime: 0, transactions: [] })

  it('sees what is stored beside it, one moment in one answer, and writes nothing', async () => {
    await withStore(async (writer) => {
      const reader = openSqliteReader(file(), IDENTITY)
      try {
        await applyBlocks(writer, [block(1)])
        expect(await slotReached(reader)).toBe(1)
        await reader.read(async (db) => {
          expect(await slotReached(db)).toBe(1)
          await applyBlocks(writer, [block(2)])
          expect(await slotReached(db)).toBe(1)
        })
        expect(await slotReached(reader)).toBe(2)
        await expect(reader.run('UPDATE store SET slot = 9')).rejects.toThrow('readonly')
        await expect(applyBlocks(reader, [block(3)])).rejects.toThrow('readonly')
        expect(await slotReached(writer)).toBe(2)
      } finally {
        await reader.close()
      }
    })
  })

  it('answers while a long read gives others their turn, which keeps its moment', async () => {
    await withStore(async (writer) => {
      await applyBlocks(writer, [block(1)])
      const reader = openSqliteReader(file(), IDENTITY)
      const ends: (() => void)[] = []
      const long = () =>
        reader.read(async (db) => {
          await slotReached(db)
          await new Promise<void>((resolve) => ends.push(resolve))
          return slotReached(db)
        })
      const reads = [long()]
      await applyBlocks(writer, [block(2)])
      expect(await slotReached(reader)).toBe(2)
      // However many there are: the last finds no free connection before the first has ended.
      for (let n = 0; n < 8; n++) reads.push(long())
      while (ends.length < 8) await new Promise((resolve) => setImmediate(resolve))
      await applyBlocks(writer, [block(3)])
      const waited = slotReached(reader)
      for (const end of ends) end()
      while (ends.length < 9) await new Promise((resolve) => setImmediate(resolve))
      ends.at(-1)?.()
      expect(await Promise.all(reads)).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 3])
      expect(await waited).toBe(3)
      await reader.close()
    })
  })

  it('says so where there is nothing to read yet, or what is there belongs elsewhere', async () => {
    const refusal = (identity = IDENTITY) => {
      try {
        openSqliteReader(file(), identity)
      } catch (error) {
        return error
      }
    }
    expect(refusal()).toBeInstanceOf(StoreMissing)
    fs.mkdirSync(path.dirname(file()))
    const db = openDatabase(file())
    db.exec(`${init}; PRAGMA user_version = 1; PRAGMA application_id = ${0x4c656166}`)
    db.close()
    expect(refusal()).toBeInstanceOf(StoreMissing)
    fs.rmSync(file())
    await withStore(slotReached)
    expect(String(refusal({ ...IDENTITY, ledger: 'ledger two' }))).toContain('it holds the ledger ledger one, not')
    await withStore((store) => store.run('PRAGMA user_version = 99'))
    expect(String(refusal())).toContain('it has schema version 99')
  })
})

describe('a store of another ledger', () => {
  it('makes room where that is allowed, whole, and only there', async () => {
    await withStore((store) => applyBlocks(store, [{ slot: 7, blockTime: 1, transactions: [] }]))
    const requested: string[] = []
    const other = { ...IDENTITY, ledger: 'ledger two' }
    const open = (answer: boolean, identity = other) =>
      openSqlite(file(), identity, openDatabase, (ledger) => {
        requested.push(ledger)
        return answer
      })
    expect(() => open(false)).toThrow('it holds the ledger ledger one, not ledger two')
    const same = open(true, IDENTITY)
    expect(await slotReached(same)).toBe(7)
    await same.close()
    const fresh = open(true)
    expect(await slotReached(fresh)).toBe(0)
    await fresh.close()
    expect(requested).toEqual(['ledger one', 'ledger one'])
    expect(() => openSqlite(file(), IDENTITY)).toThrow('it holds the ledger ledger two, not ledger one')
  })
})

describe('a store of the first version', () => {
  function makeFirstVersion(ledger = IDENTITY.ledger): void {
    fs.mkdirSync(path.dirname(file()))
    const db = openDatabase(file())
    db.exec(init)
    db.exec(`PRAGMA user_version = 1; PRAGMA application_id = ${0x4c656166}`)
    db.exec(`INSERT INTO store VALUES (1, '${ledger}', '{"compression":"b","token":"a"}', 41)`)
    db.exec(`INSERT INTO transactions (signature, slot, block_time) VALUES (x'01', 41, 0)`)
    db.exec(ACCOUNTS_OF_EARLIER_VERSIONS)
    db.close()
  }

  it('is carried over with what it holds, and goes on', async () => {
    makeFirstVersion()
    await withStore(async (store) => {
      expect(await slotReached(store)).toBe(41)
      // Versions of that time did not check whether nodes recorded inner instructions.
      expect(await lastDoubtfulSlot(store)).toBe(41)
      expect((await store.get('PRAGMA user_version'))?.user_version).toBe(4n)
      expect(await store.all('SELECT slot FROM transactions')).toEqual([{ slot: 41n }])
      expect(await associatedAccounts(store, '1'.repeat(32))).toEqual({
        slot: 41,
        knownFrom: 38,
        pairs: [],
        cut: false,
      })
      await applyBlocks(store, [{ slot: 42, blockTime: 0, transactions: [] }])
    })
    expect(await withStore(slotReached)).toBe(42)
  })

  it('of the sandbox lacks nothing, nor does a new one', async () => {
    const ledger = 'sandbox recording 1'
    makeFirstVersion(ledger)
    expect(await withStore(lastDoubtfulSlot, { ...IDENTITY, ledger })).toBe(0)
    fs.rmSync(path.dirname(file()), { recursive: true })
    await withStore((store) => applyBlocks(store, [{ slot: 7, blockTime: 0, transactions: [] }]))
    expect(await withStore(lastDoubtfulSlot)).toBe(0)
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
  /** The file's bytes must be unchanged afterwards. */
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

  it('a newer schema', async () => {
    await withStore((store) => store.run('PRAGMA user_version = 99'))
    expect(await refusal()).toBe('it has schema version 99, this Leafscan knows versions up to 4')
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
    expect(await refusal()).toMatch(/^it is damaged: .*\. Restore a snapshot, or start with a new store$/)
  })

  it.each([
    ['lock', 'BEGIN EXCLUSIVE'],
    // How versions before this one locked the store.
    ['store', 'PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE store SET slot = 1; COMMIT'],
  ])('a store of which another process holds the %s, until it is killed', async (what, hold) => {
    await withStore((store) => store.run('UPDATE store SET slot = 1'))
    // Another process: SQLite's locks do not exclude their own process.
    const holding = `
      const { DatabaseSync } = require('@photostructure/sqlite')
      const db = new DatabaseSync(process.argv[1])
      db.exec(process.argv[2])
      console.log('held')
      process.stdin.resume()`
    const held = what === 'lock' ? lockFile(file()) : file()
    const holder = spawn(process.execPath, ['-e', holding, held, hold], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    expect(await refusal()).toBe('another process holds it')
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(await withStore(slotReached)).toBe(1)
  })

  it.each(['', '-wal', '-lock'])('a named pipe as the store%s, for the writer and for a reader', async (ending) => {
    if (ending !== '') await withStore(slotReached)
    fs.mkdirSync(path.dirname(file()), { recursive: true })
    fs.rmSync(file() + ending, { force: true })
    execFileSync('mkfifo', [file() + ending])
    const wanted = `${file()}: indexer.sqlite${ending} is a named pipe, wanted a file`
    const refused = (open: () => Store) => {
      try {
        open()
      } catch (error) {
        expect(error).toBeInstanceOf(StoreError)
        return String(error)
      }
    }
    expect(refused(() => openSqlite(file(), IDENTITY))).toContain(wanted)
    if (ending !== '-lock') expect(refused(() => openSqliteReader(file(), IDENTITY))).toContain(wanted)
  })
})
