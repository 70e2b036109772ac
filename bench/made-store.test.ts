import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { base58 } from '@scure/base'
import { afterAll, expect, test } from 'vitest'
import { digestOfRows } from '@/lib/testing/indexer/every-row'
import { letGo } from '@/lib/testing/indexer/let-go'
import { sharedPostgres } from '@/lib/testing/indexer/shared-postgres'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { testWith } from '@/lib/testing/tools'
import { CONSISTENCY_RULES } from '../lib/indexer/check/verify/rules'
import { answer } from '../lib/indexer/server/json-rpc'
import { openPostgresToCheck, openPostgresWriter } from '../lib/indexer/store/postgres/open'
import { toBytes } from '../lib/indexer/store/rows'
import { openSqlite } from '../lib/indexer/store/sqlite/open'
import { decodeTokenData } from '../lib/protocol/light/token-data'
import { parseJson, stringifyJson } from '../lib/protocol/rpc/json'
import { writePostgresStore } from './made-postgres'
import { COLUMNS, keysOf, type MadeRow, type MadeValue, madeRows, type Table } from './made-rows'
import { shapeOf, writeStore } from './made-store'

const SHAPE = { ...shapeOf(1_000, 7), mints: 5, wallets: 60 }

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-made-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const made = await writeStore(path.join(folder, 'one'), SHAPE)
await letGo()
const store = openSqlite(made.databaseFile, { ledger: made.env.LEDGER, programIds: PROGRAM_IDS })
afterAll(() => store.close())

function rowsOf(table: Table): Record<string, MadeValue>[] {
  return [...madeRows(SHAPE)]
    .filter(([name]) => name === table)
    .map(([, ...values]: MadeRow) => Object.fromEntries(COLUMNS[table].map((column, n) => [column, values[n] ?? null])))
}

const text = (value: MadeValue | undefined) => base58.encode(value as Uint8Array)
const compare = (a: MadeValue | undefined, b: MadeValue | undefined) =>
  a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) : Number(a) - Number(b)

async function listed(method: string, params: object): Promise<Record<string, unknown>[]> {
  const service = { store, chain: { tip: () => 0, maxLagSlots: 20 }, count: () => {} }
  const items: Record<string, unknown>[] = []
  for (let cursor: string | undefined; ; ) {
    const body = stringifyJson({ jsonrpc: '2.0', id: 1, method, params: { ...params, limit: 70, cursor } })
    const { result } = parseJson(await answer(body, service)) as {
      result: { value: { items: Record<string, unknown>[]; cursor: string | null } }
    }
    items.push(...result.value.items)
    if (result.value.cursor === null) return items
    cursor = result.value.cursor
  }
}

test('a made store breaks no rule, and its indexes are whole', async () => {
  const checked = await store.all('PRAGMA integrity_check')
  expect(checked.map(({ integrity_check }) => integrity_check)).toEqual(['ok'])
  for (const { breach, sql } of CONSISTENCY_RULES) expect(await store.all(sql), breach).toEqual([])
})

test('a made store holds exactly as many accounts of each kind as were asked for', async () => {
  const count = async (condition: string, ...values: Uint8Array[]) =>
    Number(
      (
        await store.get(
          `SELECT count(*) AS n FROM accounts LEFT JOIN token_accounts ON account_id = id WHERE ${condition}`,
          ...values,
        )
      )?.n,
    )
  expect({
    accounts: await count('accounts.spent = 0'),
    tokens: await count('accounts.spent = 0 AND account_id IS NOT NULL'),
    delegated: await count('accounts.spent = 0 AND delegate = ?', keysOf(SHAPE.seed).delegate),
    spent: await count('accounts.spent = 1'),
  }).toEqual({ accounts: SHAPE.accounts, tokens: SHAPE.tokens, delegated: SHAPE.delegated, spent: SHAPE.spent })
})

test('token rows say what the data of their accounts say', async () => {
  const rows = await store.all(
    'SELECT data, mint, token_accounts.owner, amount, delegate, frozen FROM token_accounts JOIN accounts ON id = account_id',
  )
  expect(rows.length).toBeGreaterThan(SHAPE.tokens)
  for (const { data, mint, owner, amount, delegate, frozen } of rows) {
    const token = decodeTokenData(toBytes(data))
    const keys = [token.mint, token.owner, token.delegate].map((key) => key && Buffer.from(key))
    expect(keys).toEqual([mint, owner, delegate].map((key) => key && Buffer.from(toBytes(key))))
    expect([BigInt.asIntN(64, token.amount), token.frozen]).toEqual([amount, frozen === 1n])
  }
})

test('the indexer answers what was made, in its order, whole', async () => {
  const live = rowsOf('accounts').filter(({ spent }) => spent === 0)
  const owners = [...new Set(live.map(({ owner }) => text(owner)))]
  expect(owners.length).toBeGreaterThan(20)
  for (const owner of [PROGRAM_IDS.token, ...owners.slice(0, 20)]) {
    const expected = live
      .filter((account) => text(account.owner) === owner)
      .sort((a, b) => compare(a.leaf_index, b.leaf_index) || compare(a.hash, b.hash))
    const items = await listed('getCompressedAccountsByOwner', { owner })
    expect(items.map(({ hash }) => hash)).toEqual(expected.map(({ hash }) => text(hash)))
  }
  const delegated = rowsOf('token_accounts')
    .filter(({ delegate, spent }) => spent === 0 && compare(delegate ?? null, keysOf(SHAPE.seed).delegate) === 0)
    .sort((a, b) => compare(a.mint, b.mint) || compare(a.hash, b.hash))
  const items = await listed('getCompressedTokenAccountsByDelegate', { delegate: made.delegate })
  expect(items.map(({ account }) => (account as { hash: string }).hash)).toEqual(
    delegated.map(({ hash }) => text(hash)),
  )
  const transactions = rowsOf('transactions').sort(
    (a, b) => compare(b.slot, a.slot) || compare(b.signature, a.signature),
  )
  const latest = await listed('getLatestCompressionSignatures', {})
  expect(latest.map(({ signature }) => signature)).toEqual(transactions.map(({ signature }) => text(signature)))
})

test('the same shape makes the same store, another seed another one', async () => {
  const digestOf = async (name: string, shape: typeof SHAPE) => {
    const { databaseFile, env } = await writeStore(path.join(folder, name), shape)
    const other = openSqlite(databaseFile, { ledger: env.LEDGER, programIds: PROGRAM_IDS })
    await other.run("UPDATE store SET ledger = 'the same'")
    const digest = await digestOfRows(other)
    await other.close()
    await letGo()
    return digest
  }
  const digest = await digestOf('two', SHAPE)
  expect(await digestOf('three', SHAPE)).toBe(digest)
  expect(await digestOf('four', { ...SHAPE, seed: 8 })).not.toBe(digest)
})

const STANDING_BY = { signal: new AbortController().signal, onStandby: () => undefined }

const server = sharedPostgres()

testWith('postgres', 'PostgreSQL gets the same rows, with its keys and indexes', async () => {
  const [url, empty] = [await server.freshDatabase(), await server.freshDatabase()]
  await writePostgresStore(url, made.env.LEDGER, SHAPE)
  const other = await openPostgresToCheck(url)
  try {
    expect(await digestOfRows(other)).toBe(await digestOfRows(store))
    for (const { breach, sql } of CONSISTENCY_RULES) expect(await other.all(sql), breach).toEqual([])
  } finally {
    await other.close()
  }
  const whole = await openPostgresWriter(empty, { ledger: 'x', programIds: {} }, STANDING_BY)
  await whole?.close()
  const keys = 'SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1'
  const expected = await server.query(keys, empty)
  expect(expected.length).toBeGreaterThan(10)
  expect(await server.query(keys, url)).toEqual(expected)
})
