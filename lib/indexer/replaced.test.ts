import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { type Clock, pause } from '@/lib/clock'
import { readEnvironment } from '@/lib/environment'
import { comes } from '@/lib/testing/comes'
import type { IdleClock } from '@/lib/testing/indexer/idle-clock'
import { endHere, type IndexerHere, startHere } from '@/lib/testing/indexer/indexer-here'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { letGo } from '@/lib/testing/indexer/let-go'
import { ask, slotAt } from '@/lib/testing/indexer/small-ledger'
import { idleClockOf } from '@/lib/testing/node/followed'
import { GENESIS_HASH, grown, type MadeChain, madeHash, slotsFrom } from '@/lib/testing/node/made-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { freePort } from '@/scripts/free-port.mjs'
import { openSqlite, openSqliteToRead } from './store/sqlite/open'

/* A node that comes back with another chain, as everybody sees it who asks the indexer. */

let stderr: MockInstance
let node: NodeStandIn
let clock: IdleClock
let ended: AbortController
/** When a line said that another chain is followed, by the clock. */
let followedAt: number | null
beforeEach(async () => {
  stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  node = await startNode()
  clock = idleClockOf(node)
  ended = new AbortController()
  void tick(ended.signal)
})
afterEach(async () => {
  ended.abort()
  await endHere()
  await node.close()
  stderr.mockRestore()
})

/** Somebody who is never asleep for long: else the time jumps far ahead while an indexer goes from one chain to the next. */
async function tick(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await pause(50, signal, clock)
}

/** A chain whose name makes its genesis hash and its blocks. */
interface Named {
  genesisHash: string
  blocks: MadeChain
}

const chainOf = (name: string, last: number): Named => ({
  genesisHash: name === 'first' ? GENESIS_HASH : madeHash(`genesis of ${name}`),
  blocks: grown([], { slots: slotsFrom(1, last), fork: name }),
})

const FIRST = chainOf('first', 30)

function serve(chain: Named, of = node): void {
  of.genesisHash = chain.genesisHash
  of.serve(chain.blocks)
}

/** The environment of an indexer that follows the node, its store where DATA_DIR has it. */
async function environmentIn(folder: string, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const env = { LEDGER: node.url, DATA_DIR: folder, INDEXER_PORT: String(await freePort()), METRICS_PORT: '', ...more }
  clock.watch(`http://127.0.0.1:${env.INDEXER_PORT}`)
  return env
}

const stores = (folder: string) => fs.readdirSync(folder).filter((name) => name.endsWith('.sqlite'))
const storeOf = (folder: string, { genesisHash }: Named) => {
  const name = stores(folder).find((name) => name.includes(genesisHash.slice(0, 8)))
  if (name === undefined) throw new Error(`no store of ${genesisHash}`)
  return path.join(folder, name)
}

const healthAt = async (env: Record<string, string>) => JSON.parse(await ask(env, 'getIndexerHealth'))
const isOk = async (env: Record<string, string>) => (await healthAt(env)).result === 'ok'
const readinessAt = async ({ INDEXER_PORT }: Record<string, string>) =>
  (await fetch(`http://127.0.0.1:${INDEXER_PORT}/readiness`)).status
const latestAt = async (env: Record<string, string>): Promise<number[] | null> => {
  const { result } = JSON.parse(await ask(env, 'getLatestCompressionSignatures', '{"limit":1000}'))
  return result?.value.items.map(({ slot }: { slot: number }) => slot)
}

async function started(env: Record<string, string>, options: { readOnly?: boolean; clock?: Clock } = {}) {
  const onLine = (line: string) => {
    if (/^The chain was replaced: /.test(line)) followedAt = clock.monotonic()
  }
  const indexer = startHere(env, { clock, onLine, ...options })
  await indexer.ready
  return indexer
}

/** Until the chain is stored to its end and all is well. */
const follows = (env: Record<string, string>, { blocks }: Named) =>
  comes(async () => {
    expect(await slotAt(env)).toBe(`{"jsonrpc":"2.0","result":${blocks.at(-1)?.slot},"id":1}`)
    expect(await isOk(env)).toBe(true)
  })

/** As `follows`, and nothing of another chain is there. */
async function followsAlone(env: Record<string, string>, chain: Named): Promise<void> {
  await follows(env, chain)
  expect(new Set(await latestAt(env))).toEqual(new Set(chain.blocks.map(({ slot }) => slot)))
}

/** Serves another chain, and asks until it is followed: health must not be ok over the rows of the one before after 15 s. */
async function turnsTo(env: Record<string, string>, chain: Named): Promise<void> {
  const began = clock.monotonic()
  followedAt = null
  serve(chain)
  await comes(async () => {
    const requestedAt = clock.monotonic()
    const isFalse = (await isOk(env)) && followedAt === null
    if (isFalse) expect(requestedAt - began).toBeLessThan(15_000)
    expect(followedAt).not.toBe(null)
  })
  expect(Number(followedAt) - began).toBeLessThan(15_000)
  await followsAlone(env, chain)
}

describe('a chain that is replaced while it is followed', () => {
  it.each([
    ['lower', chainOf('second', 4)],
    ['higher', chainOf('second', 45)],
  ])(
    '%s: the new one is followed in a store of its own, with one line, and the old store stays as it was',
    (_, second) =>
      inFolder(async (folder) => {
        serve(FIRST)
        const env = await environmentIn(folder)
        const indexer = await started(env)
        await follows(env, FIRST)
        const old = storeOf(folder, FIRST)
        serve(second)
        await turnsTo(env, second)
        expect(indexer.lines).toEqual([
          'ready: writer, localnet',
          `The chain was replaced: LEDGER is on the one with genesis hash ${second.genesisHash} now, followed in ` +
            `${storeOf(folder, second)}; the store of genesis hash ${GENESIS_HASH} stays as it is`,
        ])
        const metrics = await (await fetch(`http://127.0.0.1:${env.INDEXER_PORT}/metrics`)).text()
        expect(metrics).toContain('explorer_ingest_chain_replacements_total 1\n')
        expect(metrics).toContain('explorer_ingest_nodes_aside 0\n')

        // From here on nothing touches it, not even a start.
        const bytes = fs.readFileSync(old)
        await indexer.end()
        const again = await started(env)
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
      serve(FIRST)
      const env = await environmentIn(folder)
      await started(env)
      await follows(env, FIRST)
      const second = chainOf('second', 4)
      // The node says which chain it is on, and then nothing for a while.
      let isSilent = false
      let says = 0
      node.script = ({ method }) => {
        if (method === 'getGenesisHash' && node.genesisHash === second.genesisHash && says++ > 0) isSilent = true
        return isSilent ? { reset: true } : null
      }
      serve(second)
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
      expect(metrics).not.toMatch(/^explorer_ingest_contiguous_slot \d/m)
      isSilent = false
      node.script = null
      await turnsTo(env, second)
      expect(await readinessAt(env)).toBe(200)
    }))

  it('again and again, and back to one that was there before, whose store goes on', () =>
    inFolder(async (folder) => {
      serve(FIRST)
      const env = await environmentIn(folder, { START_SLOT: 'latest' })
      const indexer = await started({ ...env, START_SLOT: '1' })
      await follows(env, FIRST)
      for (const [name, last] of [
        ['second', 12],
        ['third', 40],
        ['fourth', 3],
      ] as const) {
        const next = chainOf(name, last)
        await turnsTo(env, next)
      }
      const longer = chainOf('first', 36)
      await turnsTo(env, longer)
      expect(stores(folder)).toHaveLength(4)
      expect(indexer.lines.filter((line) => line.startsWith('The chain was replaced'))).toHaveLength(4)
      await indexer.end()
      // More than a few: the next start says so.
      const more = chainOf('fifth', 5)
      serve(more)
      const again = await started(env)
      expect(again.lines[0]).toMatch(
        /^4 stores of other chains are in \S+, \d+ MB together: of indexer-[0-9a-f]{8}\*\.sqlite\* all but indexer-[0-9a-f]{8}-\w{8}\.sqlite\* may be deleted, unless their chains come back$/,
      )
      expect(stores(folder)).toHaveLength(5)
    }))

  it('to and fro, however fast, ends at the one that stays, and no store holds rows of two', () =>
    inFolder(async (folder) => {
      serve(FIRST)
      const env = await environmentIn(folder)
      await started(env)
      await follows(env, FIRST)
      const second = chainOf('second', 33)
      let requests = 0
      // Every few requests the other one.
      node.script = () => {
        const turn = Math.floor(requests++ / 7)
        if (turn < 40) serve(turn % 2 ? second : FIRST)
        return null
      }
      await comes(() => expect(requests).toBeGreaterThan(300))
      node.script = null
      serve(second)
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

  it('takes those along who only read', () =>
    inFolder(async (folder) => {
      serve(FIRST)
      const env = await environmentIn(folder)
      const reading = { ...env, INDEXER_PORT: String(await freePort()) }
      await started(env)
      await started(reading, { readOnly: true })
      await follows(reading, FIRST)
      const second = chainOf('second', 4)
      await turnsTo(env, second)
      await comes(async () => {
        await healthAt(reading)
        expect(await slotAt(reading)).toBe('{"jsonrpc":"2.0","result":4,"id":1}')
      })
    }))

  it('ends an indexer whose store was named, with one line that names both chains and says what to do', () =>
    inFolder(async (folder) => {
      serve(FIRST)
      const file = path.join(folder, 'named.sqlite')
      const env = await environmentIn(folder, { DATABASE_URL: `file:${file}` })
      const indexer = await started(env)
      await follows(env, FIRST)
      const second = chainOf('second', 45)
      serve(second)
      const line =
        `${file}: it holds the ledger genesis hash ${GENESIS_HASH}, not genesis hash ${second.genesisHash}. ` +
        'The chain was replaced, or LEDGER names another one: leave DATABASE_URL unset, so that each chain gets a store of its own, or name a new store for this chain'
      await expect(indexer.ended).rejects.toThrow(line)
      await expect(startHere(env, { clock }).ready).rejects.toThrow(line)
      const store = openSqliteToRead(file, { current: true })
      expect((await store.get('SELECT slot FROM store'))?.slot).toBe(30n)
      await store.close()
      await letGo()
    }))
})

describe('a chain that was replaced before the start', () => {
  it.each([
    ['lower', chainOf('second', 4)],
    ['higher', chainOf('second', 45)],
  ])('%s: is followed in a store of its own, and the old one stays as it was', (_, second) =>
    inFolder(async (folder) => {
      serve(FIRST)
      const env = await environmentIn(folder)
      const first: IndexerHere = await started(env)
      await follows(env, FIRST)
      await first.end()
      await letGo()
      const old = storeOf(folder, FIRST)
      const bytes = fs.readFileSync(old)
      serve(second)
      await started(env)
      expect((await latestAt(env))?.every((slot) => slot <= (second.blocks.at(-1)?.slot ?? 0))).toBe(true)
      await followsAlone(env, second)
      expect(fs.readFileSync(old).equals(bytes)).toBe(true)
    }),
  )

  it('the store of an earlier version, whose name has no chain, is opened as it is where it holds this chain', () =>
    inFolder(async (folder) => {
      serve(FIRST)
      const env = await environmentIn(folder)
      const { database, programIds } = readEnvironment(env, folder)
      if (database.kind !== 'file') throw new Error('wanted a file')
      const ledger = `genesis hash ${GENESIS_HASH}`
      await openSqlite(database.file, { ledger, programIds: { ...programIds } }).close()
      const first = await started(env)
      await follows(env, FIRST)
      expect(stores(folder)).toEqual([path.basename(database.file)])
      const second = chainOf('second', 4)
      await turnsTo(env, second)
      serve(FIRST)
      await follows(env, FIRST)
      expect(stores(folder)).toHaveLength(2)
      expect(first.lines.at(-1)).toContain(`followed in ${database.file};`)
    }))
})
