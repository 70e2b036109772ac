import fs from 'node:fs'
import path from 'node:path'
import { base58 } from '@scure/base'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { readEnvironment } from '@/lib/platform/environment'
import { COUNTER_BYTES } from '@/lib/protocol/light/next-leaf'
import { HistoryKeeper } from '@/lib/status/history/keeper'
import { checkAt } from '@/lib/testing/history/check'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { LEAF_TREES, type LeafBlock, leafBlock, leafTree } from '@/lib/testing/indexer/leaf-chain'
import { letGo } from '@/lib/testing/indexer/let-go'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { GENESIS_HASH, madeHash } from '@/lib/testing/node/made-chain'
import { nodeOfTest } from '@/lib/testing/of-test'
import { runMaintenance } from './maintenance'
import { applyBlocks } from './store/apply'
import { storeOfChain } from './store/sqlite/chain-stores'
import { openSqlite } from './store/sqlite/open'
import { chainIdentity } from './store/store'

let stdout: MockInstance
beforeEach(() => {
  stdout = vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(() => stdout.mockRestore())

const output = () => stdout.mock.calls.map(([line]) => String(line))

const { signal } = new AbortController()

const NOON = Date.UTC(2026, 5, 1, 12)

const environmentOf = (folder: string, name: string) => readEnvironment({ DATABASE_URL: `file:${name}` }, folder)

it('checks, moves and restores the store that the environment names', () =>
  inFolder(async (folder) => {
    const environment = environmentOf(folder, 'store')
    await openSqlite(path.join(folder, 'store'), { ledger: 'a ledger', programIds: {} }).close()
    await letGo()
    const snapshot = path.join(folder, 'snapshot')
    expect(await runMaintenance(['verify'], environment, signal)).toBe(0)
    expect(output().at(-1)).toBe('The store is sound')
    await letGo()
    expect(await runMaintenance(['snapshot', snapshot], environment, signal)).toBe(0)
    expect(output().at(-1)).toMatch(/snapshot: the store at slot 0, SHA-256 [0-9a-f]{64}$/)
    expect(await runMaintenance(['restore', snapshot], environmentOf(folder, 'other'), signal)).toBe(0)
    await letGo()
    expect(output().at(-1)).toBe(`${path.join(folder, 'other')}: the store of a ledger at slot 0`)
    expect(await runMaintenance(['verify', '--sample', '3'], environmentOf(folder, 'other'), signal)).toBe(0)
    await letGo()
  }))

it('saves and restores the status history of an explorer that records it', () =>
  inFolder(async (folder) => {
    const of = (name: string) => readEnvironment({ DATA_DIR: path.join(folder, name) }, folder)
    const copy = path.join(folder, 'copy')
    const slotsOf = (keeper: HistoryKeeper) =>
      keeper.history('net', { fromMs: NOON, toMs: NOON + 600_000, points: 60 }).points.flatMap(({ slot }) => slot ?? [])
    const keeper = new HistoryKeeper(path.join(folder, 'explorer'))
    const record = (slot: number) => keeper.record('net', checkAt(NOON + slot * 60_000, 'ok', { slot }))
    for (const slot of [1, 2]) record(slot)
    expect(await runMaintenance(['snapshot', '--history', copy], of('explorer'), signal)).toBe(0)
    expect(output().at(-1)).toMatch(/copy: the status history, SHA-256 [0-9a-f]{64}$/)
    record(3)
    expect(slotsOf(keeper)).toEqual([1, 2, 3])
    await expect(runMaintenance(['restore', '--history', copy], of('explorer'), signal)).rejects.toThrow(
      'status.sqlite: it exists and is not written over',
    )
    fs.mkdirSync(path.join(folder, 'moved'))
    const files = fs.readdirSync(path.join(folder, 'explorer')).filter((name) => name.startsWith('status.sqlite'))
    for (const name of files) fs.renameSync(path.join(folder, 'explorer', name), path.join(folder, 'moved', name))
    await expect(runMaintenance(['restore', '--history', copy], of('explorer'), signal)).rejects.toThrow(
      'status.lock: an explorer that runs holds it: stop it first',
    )
    keeper.close()
    expect(await runMaintenance(['restore', '--history', copy], of('other'), signal)).toBe(0)
    const restored = new HistoryKeeper(path.join(folder, 'other'))
    restored.record('net', checkAt(NOON + 240_000, 'ok', { slot: 4 }))
    expect(slotsOf(restored)).toEqual([1, 2, 4])
    restored.close()
    await openSqlite(path.join(folder, 'store'), { ledger: 'a ledger', programIds: {} }).close()
    await letGo()
    fs.mkdirSync(path.join(folder, 'wrong'))
    fs.copyFileSync(path.join(folder, 'store'), path.join(folder, 'wrong', 'status.sqlite'))
    await expect(runMaintenance(['snapshot', '--history', `${copy}2`], of('wrong'), signal)).rejects.toThrow(
      'status.sqlite: it is a database of something else',
    )
    await letGo()
  }))

it('checks and saves a store that an indexer writes', () =>
  inFolder(async (folder) => {
    const environment = environmentOf(folder, 'store')
    const writer = openSqlite(path.join(folder, 'store'), { ledger: 'a ledger', programIds: {} })
    expect(await runMaintenance(['verify'], environment, signal)).toBe(0)
    expect(await runMaintenance(['snapshot', path.join(folder, 'snapshot')], environment, signal)).toBe(0)
    await writer.run('UPDATE store SET slot = 5')
    await writer.close()
    await letGo()
  }))

it('compares leaf indices with the chain that a node of LEDGER serves; a snapshot of the store has the same gaps', () =>
  inFolder(async (folder) => {
    const node = await nodeOfTest()
    const identity = { ledger: chainIdentity(GENESIS_HASH), programIds: {} }
    const store = openSqlite(path.join(folder, 'store'), identity)
    const blocks: LeafBlock[] = []
    for (let n = 0; n < 50; n++) blocks.push(leafBlock(blocks.at(-1) ?? null, [0, 1]))
    await applyBlocks(store, blocks)
    await store.run('DELETE FROM accounts WHERE tree_id = 1 AND leaf_index = 20')
    await store.close()
    await letGo()
    node.serve([], 50)
    node.finalizedBehind = 0
    for (const [n, { key, head, offset }] of COUNTERS.entries()) {
      const data = Buffer.alloc(COUNTER_BYTES)
      head.copy(data)
      data.writeBigUInt64LE(BigInt(blocks.at(-1)?.next[n] ?? 0), offset)
      node.accounts.set(base58.encode(key), { owner: PROGRAM_IDS.compression, data })
    }
    const leaves = async (name: string) => {
      stdout.mockClear()
      const of = readEnvironment({ DATABASE_URL: `file:${name}`, LEDGER: node.url }, folder)
      expect(await runMaintenance(['verify', '--sample', '1'], of, signal)).toBe(1)
      await letGo()
      return output().filter((line) => line.startsWith('leaf indices'))
    }
    const found = await leaves('store')
    expect(found).toEqual([
      `leaf indices: ${leafTree(0)}: 0 to 49, 1 wrong`,
      `leaf indices: ${leafTree(1)}: 0 to 49, each once`,
      'leaf indices: compared with the chain as of slot 50',
      `leaf indices: ${leafTree(0)}: leaf 20 missing, after slot 20, before slot 22`,
    ])
    await runMaintenance(['snapshot', path.join(folder, 'snapshot')], environmentOf(folder, 'store'), signal)
    await runMaintenance(['restore', path.join(folder, 'snapshot')], environmentOf(folder, 'other'), signal)
    await letGo()
    expect(await leaves('other')).toEqual(found)
  }))

const [V1, V2] = LEAF_TREES
const COUNTERS = [
  { key: V1?.tree ?? new Uint8Array(), head: Buffer.from([172, 43, 172, 186, 29, 73, 219, 84]), offset: 240 },
  { key: V2?.queue ?? new Uint8Array(), head: Buffer.from('queueacc'), offset: 280 },
]

it('neither makes a store in order to check it, nor carries one over', () =>
  inFolder(async (folder) => {
    const environment = environmentOf(folder, 'store')
    const file = path.join(folder, 'store')
    for (const words of [['verify'], ['snapshot', path.join(folder, 'snapshot')]]) {
      await expect(runMaintenance(words, environment, signal)).rejects.toThrow(`${file}: there is no store`)
    }
    expect(fs.readdirSync(folder)).toEqual([])
    const store = openSqlite(file, { ledger: 'a ledger', programIds: {} })
    await store.all('PRAGMA user_version = 1')
    await store.close()
    await letGo()
    await expect(runMaintenance(['verify'], environment, signal)).rejects.toThrow(
      `${file}: it is of an earlier version: the indexer's next start carries it over`,
    )
    expect(await runMaintenance(['snapshot', path.join(folder, 'snapshot')], environment, signal)).toBe(0)
    await letGo()
  }))

it.each([
  ['verfy'],
  ['verify', '--sample', '0'],
  ['verify', '--fast'],
  ['snapshot'],
  ['restore', 'a', '--sample', '1'],
  ['verify', '--history'],
  ['record', 'a'],
])('does not guess: %s %s %s', async (...words) => {
  const environment = readEnvironment({}, '/')
  await expect(
    runMaintenance(
      words.filter((word) => word !== undefined),
      environment,
      signal,
    ),
  ).rejects.toThrow(
    `npm run indexer -- ${words.join(' ')}: expected nothing, --read-only, verify [--sample N], snapshot [--history] FILE or restore [--history] FILE`,
  )
})

it.each([
  ['snapshot', 'saved with pg_dump'],
  ['restore', 'restored with pg_restore'],
])('leaves %s of a store on a server to its own tools', async (word, otherwise) => {
  const environment = readEnvironment({ DATABASE_URL: 'postgres://me:S3cret@h/db' }, '/')
  await expect(runMaintenance([word, 'a'], environment, signal)).rejects.toThrow(
    `DATABASE_URL: a store on a PostgreSQL server is ${otherwise}`,
  )
})

it('of several chains takes the store of the one that the node is on, else the one that was used last', () =>
  inFolder(async (folder) => {
    const node = await nodeOfTest()
    const environment = readEnvironment({ LEDGER: node.url, DATA_DIR: folder }, folder)
    const { database, programIds } = environment
    const storeOf = async (genesisHash: string, slot: bigint) => {
      const own = storeOfChain(database, genesisHash)
      if (own.kind !== 'file') throw new Error('wanted a file')
      const store = openSqlite(own.file, { ledger: chainIdentity(genesisHash), programIds: { ...programIds } })
      await store.run('UPDATE store SET slot = ?', slot)
      await store.close()
      return own.file
    }
    const other = madeHash('another chain')
    const files = [await storeOf(node.genesisHash, 7n), await storeOf(other, 9n)]
    const snapshot = (name: string) => runMaintenance(['snapshot', path.join(folder, name)], environment, signal)
    expect(await snapshot('of-seven')).toBe(0)
    expect(output().at(-1)).toContain('the store at slot 7,')
    node.genesisHash = other
    expect(await snapshot('of-nine')).toBe(0)
    expect(output().at(-1)).toContain('the store at slot 9,')
    node.genesisHash = madeHash('a third one')
    await expect(runMaintenance(['verify'], environment, signal)).rejects.toThrow(/-\w{8}\.sqlite: there is no store$/)

    // A snapshot leaves a log of its own beside the store it reads.
    for (const file of [files[0], `${files[0]}-wal`]) if (fs.existsSync(file ?? '')) fs.utimesSync(file ?? '', 1, 1)
    await node.close()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const silent = snapshot('of-the-last')
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    expect(await silent).toBe(0)
    expect(output().at(-2)).toBe(
      `No node of LEDGER says which chain it is on, so this is about ${files[1]}, the one used last; ` +
        `others: ${path.basename(files[0] ?? '')}`,
    )
    expect(output().at(-1)).toContain('the store at slot 9,')

    await expect(runMaintenance(['restore', path.join(folder, 'of-seven')], environment, signal)).rejects.toThrow(
      `${files[0]}: it exists and is not written over`,
    )
    await letGo()
    fs.rmSync(files[0] ?? '')
    expect(await runMaintenance(['restore', path.join(folder, 'of-seven')], environment, signal)).toBe(0)
    expect(output().at(-1)).toBe(`${files[0]}: the store of ${chainIdentity(GENESIS_HASH)} at slot 7`)
    await letGo()
  }))
