import fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { inFolder, killRunning, startIndexer } from '@/lib/testing/indexer/indexer-process'
import {
  BOUND,
  chainOf,
  FIRST,
  follows,
  followsAlone,
  isOk,
  lastSlot,
  type Named,
  Resettable,
  slotIs,
  storeOf,
  stores,
} from '@/lib/testing/indexer/resettable'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import { freePort } from '@/scripts/free-port.mjs'
import { openSqliteToRead } from './store/sqlite/open'

/* Beyond replaced.test.ts: many chains one after the other, and processes with real time, as a developer resets a validator. */

afterEach(killRunning)

/** A validator that is ended and begun again on the same port: connections are refused meanwhile. */
async function reset(node: NodeStandIn, chain: Named, awayMs: number): Promise<NodeStandIn> {
  const port = Number(new URL(node.url).port)
  await node.close()
  await new Promise((resolve) => setTimeout(resolve, awayMs))
  const again = await startNode(chain.blocks, port)
  again.genesisHash = chain.genesisHash
  return again
}

it('a validator that is reset three times in a row, and comes back with its first chain, is followed by the same process', () =>
  inFolder(async (folder) => {
    let node = await startNode(FIRST.blocks)
    const env = { LEDGER: node.url, DATA_DIR: folder, INDEXER_PORT: String(await freePort()) }
    try {
      const { child, ready, ended, output } = await startIndexer(env, { ipc: false })
      expect(await ready).toBe('ready')
      const until = async (is: () => Promise<boolean>) => {
        while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 50))
      }
      await until(async () => (await slotIs(env, 30)) && (await isOk(env)))
      let before = 30
      for (const [chain, awayMs] of [
        [chainOf('second', 4), 0],
        [chainOf('third', 60), 1500],
        [chainOf('fourth', 9), 0],
        [chainOf('first', 36), 1500],
      ] as const) {
        const last = lastSlot(chain)
        node = await reset(node, chain, awayMs)
        const backAt = performance.now()
        await until(async () => {
          // In this order: what is ok here is ok over the slot before it, unless that one has just changed.
          const isOld = await slotIs(env, before)
          const requestedAt = performance.now()
          if (isOld && (await isOk(env)) && (await slotIs(env, before)))
            expect(requestedAt - backAt).toBeLessThan(BOUND)
          return slotIs(env, last)
        })
        await until(() => isOk(env))
        before = last
      }
      const lines = output().split('\n')
      expect(lines.filter((line) => line.startsWith('The chain was replaced: '))).toHaveLength(4)
      expect(lines.filter((line) => line.startsWith('Leafscan indexer ready: '))).toHaveLength(1)
      expect(fs.readdirSync(folder).filter((name) => name.endsWith('.sqlite'))).toHaveLength(4)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    } finally {
      await node.close()
    }
  }))

describe('a chain that is replaced', () => {
  let stderr: MockInstance
  let here: Resettable
  beforeEach(async () => {
    stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    here = await Resettable.begin()
  })
  afterEach(async () => {
    await here.end()
    stderr.mockRestore()
  })

  it('again and again, and back to one that was there before, whose store goes on', () =>
    inFolder(async (folder) => {
      here.serve(FIRST)
      const env = await here.environmentIn(folder, { START_SLOT: 'latest' })
      const indexer = await here.started({ ...env, START_SLOT: '1' })
      await follows(env, FIRST)
      for (const [name, last] of [
        ['second', 12],
        ['third', 40],
        ['fourth', 3],
      ] as const) {
        const next = chainOf(name, last)
        await here.turnsTo(env, next)
      }
      const longer = chainOf('first', 36)
      await here.turnsTo(env, longer)
      expect(stores(folder)).toHaveLength(4)
      expect(indexer.lines.filter((line) => line.startsWith('The chain was replaced'))).toHaveLength(4)
      await indexer.end()
      // More than a few: the next start says so.
      const more = chainOf('fifth', 5)
      here.serve(more)
      const again = await here.started(env)
      expect(again.lines[0]).toMatch(
        /^4 stores of other chains are in \S+, \d+ MB together: of indexer-[0-9a-f]{8}\*\.sqlite\* all but indexer-[0-9a-f]{8}-\w{8}\.sqlite\* may be deleted, unless their chains come back$/,
      )
      expect(stores(folder)).toHaveLength(5)
    }))

  it('to and fro, however fast, ends at the one that stays, and no store holds rows of two', () =>
    inFolder(async (folder) => {
      here.serve(FIRST)
      const env = await here.environmentIn(folder)
      await here.started(env)
      await follows(env, FIRST)
      const second = chainOf('second', 33)
      let requests = 0
      // Every few requests the other one.
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
