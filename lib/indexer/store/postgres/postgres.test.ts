import { base58 } from '@scure/base'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { ACCOUNTS_OF_EARLIER_VERSIONS } from '@/lib/testing/indexer/earlier-accounts'
import { indexed } from '@/lib/testing/indexer/indexed'
import { PASSWORD } from '@/lib/testing/indexer/postgres'
import { sharedPostgres } from '@/lib/testing/indexer/shared-postgres'
import { groupV1, groupV2, key, PROGRAMS, tokenData, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { watchedReader } from '@/lib/testing/indexer/watched-reader'
import { describeWith } from '@/lib/testing/tools'
import { freePort } from '@/scripts/free-port.mjs'
import { verify } from '../../check/verify/verify'
import { associatedAccounts } from '../../handlers/associated'
import { encodeOwnerCursor } from '../../handlers/cursor'
import { handlers } from '../../handlers/handlers'
import { applyBlocks, slotReached } from '../apply'
import { lastDoubtfulSlot } from '../doubtful'
import { openReader, openToCheck, openWriter } from '../open'
import { init } from '../sqlite/migrations/0001-init'
import { journal } from '../sqlite/migrations/0002-journal'
import { storageProblem } from '../storage-problem'
import { type Store, StoreError, type StoreIdentity, StoreMissing, type WriterStore } from '../store'
import { schemaToPostgres } from './dialect'

const IDENTITY: StoreIdentity = { ledger: 'ledger one', programIds: { token: 'a', compression: 'b' } }
const EMPTY = (slot: number) => [{ slot, blockTime: 0, transactions: [] }]

const server = sharedPostgres()
const open: Store[] = []
afterAll(async () => {
  for (const store of open) await store.close()
})

const databaseAt = (url: string) => ({ kind: 'postgres', url }) as const

async function writer(url: string, identity = IDENTITY, signal = new AbortController().signal): Promise<WriterStore> {
  const store = await openWriter(databaseAt(url), identity, { signal, onStandby: () => undefined })
  if (!store) throw new Error('given up')
  open.push(store)
  return store
}

async function reader(url: string, identity = IDENTITY): Promise<Store> {
  const store = await openReader(databaseAt(url), identity)
  open.push(store)
  return store
}

async function standingBy(url: string) {
  const onStandby = vi.fn()
  const opening = openWriter(databaseAt(url), IDENTITY, { signal: new AbortController().signal, onStandby })
  await comes(() => expect(onStandby).toHaveBeenCalledOnce())
  const elected = async () => {
    const store = await opening
    if (!store) throw new Error('given up')
    open.push(store)
    return store
  }
  return { elected, standby: () => onStandby.mock.calls.length }
}

const aborted = (signal: AbortSignal) => comes(() => expect(signal.aborted).toBe(true))

async function refusal(opening: Promise<unknown>): Promise<string> {
  const error = await opening.then(
    () => new Error('opened'),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(StoreError)
  const text = String(error)
  expect(text).not.toContain('\n')
  expect(text).not.toContain(PASSWORD)
  expect(JSON.stringify(error)).not.toContain(PASSWORD)
  return text.replace(/^\w+: DATABASE_URL: /, '')
}

describeWith('postgres', 'a store on a server', () => {
  it('is made by its writer, remembers what it holds, and is read by any number of others', async () => {
    const url = await server.freshDatabase()
    await expect(reader(url)).rejects.toThrow(StoreMissing)
    const store = await writer(url)
    await applyBlocks(store, EMPTY(7))
    const readers = await Promise.all([reader(url), reader(url)])
    expect(await Promise.all(readers.map((db) => slotReached(db)))).toEqual([7, 7])
    await store.close()
    const again = await writer(url, { ...IDENTITY, programIds: { compression: 'b', token: 'a' } })
    expect(await slotReached(again)).toBe(7)
  })

  it('lists what columns hold to the last digit and byte', async () => {
    const store = await writer(await server.freshDatabase())
    const sql = `SELECT n AS a, nullif(n, 1) AS b, bytes AS c, nullif(bytes, CAST('' AS bytea)) AS d, CAST(n % 9 AS smallint) AS e
      FROM (VALUES (CAST(? AS bigint), CAST(? AS bytea)), (1, CAST('' AS bytea))) AS given(n, bytes) ORDER BY n DESC`
    const statement = { keepsPlan: false, sql }
    const [most, bytes] = [2n ** 63n - 1n, Buffer.from(Array.from({ length: 300 }, (_, i) => i % 256))]
    expect((await store.list(statement, most, bytes)).rows).toMatchObject([
      { a: most, b: most, c: bytes, d: bytes, e: 7n },
      { a: 1n, b: null, c: Buffer.alloc(0), d: null, e: 1n },
    ])
    expect(await store.list({ ...statement, sql: `${sql.split(' ORDER')[0]} WHERE n < 0` }, most, bytes)).toEqual({
      slot: 0n,
      rows: [],
    })
  })

  it('takes back everything of a transaction that fails, also when it failed in what was not waited for', async () => {
    const store = await writer(await server.freshDatabase())
    const attempt = store.write(async (db) => {
      await db.run('UPDATE store SET slot = 9')
      throw new Error('in the middle')
    })
    await expect(attempt).rejects.toThrow('in the middle')
    const rows = {
      columns: { tree: 'bytes' },
      sql: (given: string) => `INSERT INTO batch_appends (tree) SELECT tree FROM ${given}`,
    } as const
    const late = store.write(async (db) => {
      await db.run('UPDATE store SET slot = 9')
      await db.runEach(rows, [[key('tree')]])
    })
    await expect(late).rejects.toThrow(/null value in column "next_index"/)
    expect(await slotReached(store)).toBe(0)
  })

  it('answers all of an answer from one moment, and never writes for a reader', async () => {
    const url = await server.freshDatabase()
    const store = await writer(url)
    const db = await reader(url)
    await db.read(async (moment) => {
      expect(await slotReached(moment)).toBe(0)
      await applyBlocks(store, EMPTY(5))
      expect(await slotReached(moment)).toBe(0)
    })
    expect(await slotReached(db)).toBe(5)
    await expect(db.write(async () => undefined)).rejects.toThrow('for reading only')
    for (const attempt of [db.run('DELETE FROM store'), db.all('DELETE FROM store')]) {
      await expect(attempt).rejects.toThrow('read-only transaction')
    }
    // A query past its deadline ends on the server too.
    expect(await db.get('SHOW statement_timeout')).toEqual({ statement_timeout: '10s' })
  })

  it('reads the other answers, of which nothing was told, again when a server broke one off', async () => {
    const url = await server.freshDatabase()
    await writer(url)
    const db = await reader(url)
    let attempts = 0
    const slot = await db.read(async (moment) => {
      const pid = (await moment.get('SELECT pg_backend_pid() AS pid'))?.pid
      if (attempts++ === 0) await server.query(`SELECT pg_terminate_backend(${pid})`)
      return slotReached(moment)
    })
    expect([slot, attempts]).toEqual([0, 2])
  })

  it('carries a store of an earlier version over, and marks what that indexed unchecked', async () => {
    const url = await server.freshDatabase()
    const ids = '{"compression":"b","token":"a"}'
    await server.query('CREATE TABLE schema_version (version integer); INSERT INTO schema_version VALUES (2)', url)
    await server.query(
      `${[init, journal].map(schemaToPostgres).join(';')}; INSERT INTO store VALUES (1, 'ledger one', '${ids}', 41);
        ${ACCOUNTS_OF_EARLIER_VERSIONS.replaceAll("x'", "'\\x")}`,
      url,
    )
    const carried = await writer(url)
    expect(await associatedAccounts(carried, '1'.repeat(32))).toMatchObject({ knownFrom: 38, pairs: [] })
    expect([await slotReached(carried), await lastDoubtfulSlot(carried)]).toEqual([41, 41])
    expect(await lastDoubtfulSlot(await writer(await server.freshDatabase()))).toBe(0)
  })
})

describeWith('postgres', 'refused in one line without the password', () => {
  it('another ledger, other program ids', async () => {
    const url = await server.freshDatabase()
    await (await writer(url)).close()
    for (const opened of [reader, writer]) {
      expect(await refusal(opened(url, { ...IDENTITY, ledger: 'ledger two' }))).toBe(
        'it holds the ledger ledger one, not ledger two. Name another store in DATABASE_URL',
      )
      expect(await refusal(opened(url, { ...IDENTITY, programIds: { token: 'x' } }))).toBe(
        'it was made with the program ids {"compression":"b","token":"a"}, not {"token":"x"}',
      )
    }
  })

  it('a newer schema, an older one for a reader, and a database of something else', async () => {
    const url = await server.freshDatabase()
    await (await writer(url)).close()
    await server.query('UPDATE schema_version SET version = 99', url)
    for (const opened of [reader, writer]) {
      expect(await refusal(opened(url))).toMatch(/^it has schema version 99, this Leafscan knows versions up to \d$/)
    }
    await server.query('UPDATE schema_version SET version = 1', url)
    await expect(reader(url)).rejects.toThrow(StoreMissing)
    const other = await server.freshDatabase()
    await server.query('CREATE TABLE accounts (id int)', other)
    expect(await refusal(writer(other))).toBe('it is a database of something else')
  })

  it('a wrong password, no such database, no server', async () => {
    const url = await server.freshDatabase()
    const wrong = url.replace(PASSWORD, 'wrong')
    expect(await refusal(reader(wrong))).toBe('the server does not accept this user or password')
    expect(await refusal(writer(wrong))).toBe('the server does not accept this user or password')
    expect(await refusal(reader(`${url}_not`))).toBe('there is no such database on the server')
    const nobody = Object.assign(new URL(url), { port: await freePort() })
    expect(await refusal(reader(nobody.href))).toBe('the database takes no connections')
  })

  it('a server that quotes what the URL holds is told by its code', async () => {
    const url = `${await server.freshDatabase()}?options=${encodeURIComponent('-c KEY=1')}`
    expect(await refusal(reader(url))).toBe('the server refuses to serve it (SQLSTATE 42704)')
    expect(await refusal(writer(url))).toBe('the server refuses to serve it (SQLSTATE 42704)')
  })

  it('a writer behind a pooler', async () => {
    expect(await refusal(writer(`${await server.freshDatabase()}?pooler=true`))).toContain('pooler=true is for readers')
  })
})

describeWith('postgres', 'the right to write', () => {
  it('has one process at a time; another stands by and has it when the first is gone', async () => {
    const url = await server.freshDatabase()
    const first = await writer(url)
    const { elected, standby } = await standingBy(url)
    await applyBlocks(first, EMPTY(3))
    await server.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE locktype = 'advisory' AND datname = current_database()`,
      url,
    )
    await aborted(first.lost)
    const problem = await applyBlocks(first, EMPTY(4)).then(() => null, storageProblem)
    expect(problem).toBe('the connection to the database is lost')
    const second = await elected()
    expect([await slotReached(second), standby()]).toEqual([3, 1])
    await applyBlocks(second, EMPTY(4))
    expect(await slotReached(second)).toBe(4)
  })

  it('is checked in each transaction: nothing is written beside another writer', async () => {
    const url = await server.freshDatabase()
    const store = await writer(url)
    // The lock is lost while the connection remains, as behind a pooler.
    await store.all('SELECT pg_advisory_unlock_all()')
    const other = await writer(url)
    await applyBlocks(other, EMPTY(1))
    const problem = await applyBlocks(store, EMPTY(2)).then(() => null, storageProblem)
    expect(problem).toBe('another process has the right to write')
    expect(store.lost.aborted).toBe(true)
    expect(await slotReached(other)).toBe(1)
  })
})

describeWith('postgres', 'a filled store on a server', () => {
  const owner = key('owner')
  const delegate = key('delegate')
  let url = ''
  let store: Store
  beforeAll(async () => {
    url = await server.freshDatabase()
    const outputs = [...Array(40).keys()].map((i) => ({ hash: key(`${i}`), owner, leafIndex: i }))
    const tokens = [...Array(1200).keys()].map((i) => ({
      hash: key(`t${i}`),
      owner: PROGRAMS.tokenBytes,
      leafIndex: 100 + i,
      data: tokenData({ mint: key(`mint ${i % 100}`), owner: key(`wallet ${i % 300}`), amount: 5n, delegate }),
    }))
    const blocks = [
      { slot: 1, blockTime: 1, transactions: [transactionOf('a', [groupV1({ outputs })])] },
      {
        slot: 2,
        blockTime: 2,
        transactions: [0, 1, 2, 3, 4, 5].map((n) =>
          transactionOf(`b${n}`, [groupV2({ outputs: tokens.slice(200 * n, 200 * n + 200) })]),
        ),
      },
      { slot: 3, blockTime: 3, transactions: [transactionOf('c', [groupV2({ inputs: [key('3')] })])] },
    ]
    store = (await indexed(blocks, await writer(url))).store
    // The server does this by itself after many changes.
    await server.query('ANALYZE', url)
  })

  it('walks an index for every list: no scan of a table, no list of a whole index', async () => {
    const plans: string[] = []
    const explained = watchedReader(store, async (sql, values) => {
      if (sql === '' || sql.endsWith(' FROM store')) return
      plans.push(...(await store.all(`EXPLAIN ${sql}`, ...values)).map((row) => String(row['QUERY PLAN'])))
    })
    const chain = { tip: 3, maxLagSlots: 20 }
    const [b58, at] = [base58.encode, { cursor: encodeOwnerCursor({ leafIndex: 1n, hash: key('a') }) }]
    for (const offset of [null, 0, 32, 5]) {
      const bytes = b58(key(offset === 32 ? 'wallet 7' : 'mint 7'))
      const filters = offset === null ? [] : [{ memcmp: { offset, bytes } }]
      await handlers.getCompressedAccountsByOwner(explained, { owner: b58(PROGRAMS.tokenBytes), ...at, filters }, chain)
    }
    for (const mint of [null, b58(key('mint 7'))]) {
      await handlers.getCompressedTokenAccountsByDelegate(explained, { delegate: b58(delegate), mint }, chain)
    }
    await handlers.getLatestCompressionSignatures(explained, {}, chain)
    await handlers.getCompressionSignaturesForAccount(explained, { hash: b58(key('3')) }, chain)
    expect(plans.filter((step) => /Seq Scan|Bitmap|Hash Join|Gather/.test(step))).toEqual([])
    const indexes = plans.flatMap((step) => /using (\w+_by_\w+)/.exec(step)?.[1] ?? [])
    expect(indexes.filter((name, i) => name !== indexes[i - 1])).toEqual([
      'accounts_by_owner',
      'accounts_by_data_0',
      'accounts_by_data_32',
      'accounts_by_owner',
      'token_accounts_by_delegate',
      'transactions_by_slot',
    ])
  })

  it('is verified by the same rules, and by amcheck where the database has it', async () => {
    const lines: string[] = []
    const check = async () => {
      lines.length = 0
      const { store: checked, checkPages } = await openToCheck(databaseAt(url))
      const options = { store: checked, checkPages, tokenProgram: PROGRAMS.tokenBytes, sample: 0 }
      return verify({ ...options, print: (line) => lines.push(line) }).finally(() => checked.close())
    }
    expect(await check()).toBe(0)
    expect(lines).toContainEqual(expect.stringContaining('CREATE EXTENSION amcheck'))
    await server.query('CREATE EXTENSION amcheck', url)
    expect(await check()).toBe(0)
    expect(lines).toContainEqual('pages and indexes: each index holds what its table holds')
    await server.query('UPDATE token_accounts SET spent = 1 WHERE account_id = 60', url)
    expect(await check()).toBe(1)
    expect(lines).toContainEqual(expect.stringContaining('whose hash or spent mark differs from its account'))
  })
})
