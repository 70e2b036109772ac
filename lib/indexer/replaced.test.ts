import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readEnvironment } from '@/lib/platform/environment'
import { comes } from '@/lib/testing/comes'
import { startHere } from '@/lib/testing/indexer/indexer-here'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { letGo } from '@/lib/testing/indexer/let-go'
import {
  chainOf,
  FIRST,
  follows,
  followsAlone,
  healthAt,
  lastSlot,
  latestAt,
  Resettable,
  slotIs,
  storeOf,
  stores,
} from '@/lib/testing/indexer/resettable'
import { ask } from '@/lib/testing/indexer/small-ledger'
import { GENESIS_HASH } from '@/lib/testing/node/made-chain'
import { freePort } from '@/scripts/free-port.mjs'
import { openSqlite, openSqliteToRead } from './store/sqlite/open'

let here: Resettable
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  here = await Resettable.begin()
})
afterEach(async () => {
  await here.end()
})

async function followingFirst(folder: string, more: Record<string, string> = {}) {
  here.serve(FIRST)
  const env = await here.environmentIn(folder, more)
  const indexer = await here.started(env)
  await follows(env, FIRST)
  return { env, indexer }
}

const readinessAt = async ({ INDEXER_PORT }: Record<string, string>) =>
  (await fetch(`http://127.0.0.1:${INDEXER_PORT}/readiness`)).status

describe('a chain that is replaced while it is followed', () => {
  it.each([
    ['lower', chainOf('second', 4)],
    ['higher', chainOf('second', 45)],
  ])(
    '%s: the new one is followed in a store of its own, with one line, and the old store stays as it was',
    (_, second) =>
      inFolder(async (folder) => {
        const { env, indexer } = await followingFirst(folder)
        const old = storeOf(folder, FIRST)
        here.serve(second)
        await here.turnsTo(env, second)
        expect(indexer.lines).toEqual([
          'ready: writer, localnet',
          `The chain was replaced: LEDGER is on the one with genesis hash ${second.genesisHash} now, followed in ` +
            `${storeOf(folder, second)}; the store of genesis hash ${GENESIS_HASH} stays as it is`,
        ])
        const metrics = await (await fetch(`http://127.0.0.1:${env.INDEXER_PORT}/metrics`)).text()
        expect(metrics).toContain('leafscan_ingest_chain_replacements_total 1\n')
        expect(metrics).toContain('leafscan_ingest_nodes_aside 0\n')

        // From here on nothing may change the file, not even a start.
        const bytes = fs.readFileSync(old)
        await indexer.end()
        const again = await here.started(env)
        await follows(env, second)
        expect(again.lines).toEqual(['ready: writer, localnet'])
        await again.end()
        expect(fs.readFileSync(old).equals(bytes)).toBe(true)
        const store = openSqliteToRead(old, { current: true })
        expect(await store.get('SELECT ledger, slot FROM store')).toEqual({
          ledger: `genesis hash ${GENESIS_HASH}`,
          slot: 30n,
        })
        await store.close()
        await letGo()
      }),
  )

  it('is told by every operation at once, and by readiness, until the new one is there', () =>
    inFolder(async (folder) => {
      const { env } = await followingFirst(folder)
      const second = chainOf('second', 4)
      let isSilent = false
      let says = 0
      here.node.script = ({ method }) => {
        if (method === 'getGenesisHash' && here.node.genesisHash === second.genesisHash && says++ > 0) isSilent = true
        return isSilent ? { reset: true } : null
      }
      here.serve(second)
      await comes(async () => expect((await healthAt(env)).error?.message).toMatch(/^The chain was replaced/))
      expect(await healthAt(env)).toEqual({
        jsonrpc: '2.0',
        error: {
          code: -32000,
          message:
            `The chain was replaced: what is stored is of genesis hash ${GENESIS_HASH}, ` +
            `LEDGER is on genesis hash ${second.genesisHash}`,
        },
        id: 1,
      })
      for (const method of ['getIndexerSlot', 'getLatestCompressionSignatures', 'getCompressedAccountsByOwnerV2']) {
        expect(await ask(env, method, '{"owner":"11111111111111111111111111111111"}')).toContain(
          'The chain was replaced',
        )
      }
      expect(await readinessAt(env)).toBe(500)
      const metrics = await (await fetch(`http://127.0.0.1:${env.INDEXER_PORT}/metrics`)).text()
      expect(metrics).not.toMatch(/^leafscan_ingest_contiguous_slot \d/m)
      isSilent = false
      here.node.script = null
      await here.turnsTo(env, second)
      expect(await readinessAt(env)).toBe(200)
    }))

  it('takes those along who only read', () =>
    inFolder(async (folder) => {
      here.serve(FIRST)
      const env = await here.environmentIn(folder)
      const reading = { ...env, INDEXER_PORT: String(await freePort()) }
      await here.started(env)
      await here.started(reading, { readOnly: true })
      await follows(reading, FIRST)
      const second = chainOf('second', 4)
      await here.turnsTo(env, second)
      await comes(async () => {
        await healthAt(reading)
        expect(await slotIs(reading, 4)).toBe(true)
      })
    }))

  it('ends an indexer whose store was named, with one line that names both chains and says what to do', () =>
    inFolder(async (folder) => {
      const file = path.join(folder, 'named.sqlite')
      const { env, indexer } = await followingFirst(folder, { DATABASE_URL: `file:${file}` })
      const second = chainOf('second', 45)
      here.serve(second)
      const line =
        `${file}: it holds the ledger genesis hash ${GENESIS_HASH}, not genesis hash ${second.genesisHash}. ` +
        'The chain was replaced, or LEDGER names another one: leave DATABASE_URL unset, so that each chain gets a store of its own, or name a new store for this chain'
      await expect(indexer.ended).rejects.toThrow(line)
      await expect(startHere(env, { clock: here.clock }).ready).rejects.toThrow(line)
      const store = openSqliteToRead(file, { current: true })
      expect((await store.get('SELECT slot FROM store'))?.slot).toBe(30n)
      await store.close()
      await letGo()
    }))

  it('to and fro, however fast, ends at the one that stays, and no store holds rows of two', () =>
    inFolder(async (folder) => {
      const { env } = await followingFirst(folder)
      const second = chainOf('second', 33)
      let requests = 0
      here.node.script = () => {
        const turn = Math.floor(requests++ / 7)
        if (turn < 40) here.serve(turn % 2 ? second : FIRST)
        return null
      }
      await comes(() => expect(requests).toBeGreaterThan(300))
      here.node.script = null
      here.serve(second)
      await followsAlone(env, second)
      for (const chain of [FIRST, second]) {
        const store = openSqliteToRead(storeOf(folder, chain), { current: true })
        const hashes = new Set(chain.blocks.map(({ blockhash }) => blockhash))
        for (const { blockhash } of await store.all('SELECT blockhash FROM blocks')) {
          expect(hashes).toContain(blockhash)
        }
        await store.close()
      }
    }))
})

describe('a chain that was replaced before the start', () => {
  it('is followed in a store of its own, and the old one stays as it was', () =>
    inFolder(async (folder) => {
      const second = chainOf('second', 4)
      const { env, indexer: first } = await followingFirst(folder)
      await first.end()
      await letGo()
      const old = storeOf(folder, FIRST)
      const bytes = fs.readFileSync(old)
      here.serve(second)
      await here.started(env)
      expect((await latestAt(env))?.every((slot) => slot <= lastSlot(second))).toBe(true)
      await followsAlone(env, second)
      expect(fs.readFileSync(old).equals(bytes)).toBe(true)
    }))

  it('the store of an earlier version, whose name has no chain, is opened as it is where it holds this chain', () =>
    inFolder(async (folder) => {
      here.serve(FIRST)
      const env = await here.environmentIn(folder)
      const { database, programIds } = readEnvironment(env, folder)
      if (database.kind !== 'file') throw new Error('wanted a file')
      const ledger = `genesis hash ${GENESIS_HASH}`
      await openSqlite(database.file, { ledger, programIds: { ...programIds } }).close()
      const first = await here.started(env)
      await follows(env, FIRST)
      expect(stores(folder)).toEqual([path.basename(database.file)])
      const second = chainOf('second', 4)
      await here.turnsTo(env, second)
      here.serve(FIRST)
      await follows(env, FIRST)
      expect(stores(folder)).toHaveLength(2)
      await comes(() => expect(first.lines.at(-1)).toContain(`followed in ${database.file};`))
    }))
})
