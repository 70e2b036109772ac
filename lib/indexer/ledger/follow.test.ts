import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { setClock } from '@/lib/platform/clock'
import { VirtualClock } from '@/lib/testing/clock'
import { indexed, ledgerOf } from '@/lib/testing/indexer/indexed'
import { rowsByName } from '@/lib/testing/indexer/rows-by-name'
import { groupV1, groupV2, inTree, key, PROGRAMS, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { logOfTest } from '@/lib/testing/log-of-test'
import { slotReached } from '../store/apply'
import { lastDoubtfulSlot } from '../store/doubtful'
import { openSqlite } from '../store/sqlite/open'
import type { Store } from '../store/store'
import { createProgress, follow } from './follow'
import type { Ledger, LedgerBlock } from './ledger'

const output = (name: string) => ({ hash: key(name), owner: key('owner'), leafIndex: 0 })
const block = (slot: number): LedgerBlock => ({
  slot,
  blockTime: slot,
  transactions: [transactionOf(`t${slot}`, [groupV1({ outputs: [output(`a${slot}`)] })])],
})

const log = logOfTest()

const count = async (store: Store) => (await store.get('SELECT count(*) AS n FROM accounts'))?.n

describe('a store of an earlier version', () => {
  const spend = transactionOf('spend', [groupV1({ inputs: [key('a1')] })])
  const blocks = [block(1), block(2), { slot: 3, blockTime: 3, transactions: [spend] }, block(4)]
  async function lossy(): Promise<Store> {
    const { store } = await indexed(blocks.map((each) => (each.slot % 4 > 1 ? { ...each, transactions: [] } : each)))
    await store.run('UPDATE store SET doubtful_to = 4')
    return store
  }
  const run = (store: Store, ledger: Ledger) => {
    const ready: number[] = []
    const { signal } = new AbortController()
    const progress = createProgress()
    const options = { ledger, store, programs: PROGRAMS, progress, signal }
    return follow({ ...options, onReady: () => ready.push(progress.blocks) }).then(() => ready)
  }

  it('is read again from the beginning of a folder, and has then what it lacked', async () => {
    const store = await lossy()
    const ready = await run(store, ledgerOf(blocks))
    expect(await rowsByName(store)).toEqual(await rowsByName((await indexed(blocks)).store))
    expect(await lastDoubtfulSlot(store)).toBe(0)
    expect(ready).toEqual([blocks.length])
  })
})

function start(ledger: Ledger, store = openSqlite(':memory:', { ledger: 'live', programIds: {} })) {
  const stop = new AbortController()
  const progress = createProgress()
  const onReady = vi.fn()
  const done = follow({ ledger, store, programs: PROGRAMS, progress, signal: stop.signal, onReady })
  return { store, stop, progress, onReady, done }
}

describe('following a ledger', () => {
  it('stores all of one that ends, and is ready then', async () => {
    const { store, progress, ready } = await indexed(Array.from({ length: 500 }, (_, i) => block(i + 1)))
    expect([await slotReached(store), await count(store), ready]).toEqual([500, 500n, true])
    expect(progress).toMatchObject({ blocks: 500, transactions: 500, undecodable: 0 })
  })

  it('takes outputs into trees of the ledger alone, whether that is known at once or has to be asked', async () => {
    const trees = ['mine', 'mine, asked', 'foreign', 'foreign, asked']
    const blocks = trees.map((tree, i): LedgerBlock => {
      const group = inTree(groupV1({ outputs: [output(tree)] }), key(tree))
      return { slot: i + 1, blockTime: 1, transactions: [transactionOf(tree, [group])] }
    })
    const acceptance = {
      mine: true,
      'mine, asked': Promise.resolve(true),
      foreign: false,
      'foreign, asked': Promise.resolve(false),
    }
    const accepted = new Map(Object.entries(acceptance).map(([tree, answer]) => [key(tree).toString(), answer]))
    const { store, progress, done } = start({
      ...ledgerOf(blocks),
      acceptsTree: (tree) => accepted.get(tree.toString()) ?? false,
    })
    await done
    const hashes = (await store.all('SELECT hash FROM accounts ORDER BY id')).map(({ hash }) => hash)
    expect(hashes).toEqual([key('mine'), key('mine, asked')])
    expect(progress.transactions).toBe(4)
  })

  it('lets others have their turn while it catches up', async () => {
    const time = new VirtualClock()
    setClock(time)
    const ledger = ledgerOf(Array.from({ length: 50 }, (_, i) => block(i + 1)))
    const slow: Ledger = {
      ...ledger,
      async *blocks(...args) {
        for await (const step of ledger.blocks(...args)) {
          time.skip(4)
          yield step
        }
      },
    }
    const { done } = start(slow)
    let turns = 0
    let ended = false
    const others = () => {
      turns++
      if (!ended) setImmediate(others)
    }
    others()
    await done
    ended = true
    expect(turns).toBeGreaterThan(10)
  })

  it('ends after an abort, with whole blocks stored', async () => {
    const whole = ledgerOf(Array.from({ length: 400 }, (_, i) => block(i + 1)))
    const ledger: Ledger = {
      ...whole,
      async *blocks(after, signal) {
        for await (const step of whole.blocks(after, signal)) {
          yield step
          if ('slot' in step && step.slot === 200) stop.abort()
        }
      },
    }
    const { store, stop, done } = start(ledger)
    await done
    const reached = await slotReached(store)
    expect(reached).toBeGreaterThanOrEqual(200)
    expect(reached).toBeLessThan(400)
    expect(await count(store)).toBe(BigInt(reached))
  })

  it.each([
    ['at once', 0],
    ['later', 20],
  ])('fails with the ledger, %s, and keeps what came before', async (_when, delay) => {
    async function* blocks() {
      yield block(1)
      yield block(2)
      if (delay > 0) await setTimeout(delay)
      throw new Error('file.json: it is damaged')
    }
    const { store, done } = start({ ...ledgerOf([]), readySlot: 9, blocks })
    await expect(done).rejects.toThrow('file.json: it is damaged')
    expect(await slotReached(store)).toBe(2)
  })

  it('logs an event that does not decode with its signature, counts it and goes on', async () => {
    const broken = groupV1({ outputs: [output('a')] })
    const last = broken.at(-1)
    if (!last) throw new Error('no group')
    const groups = [
      [...broken.slice(0, -1), { ...last, data: last.data.subarray(0, 50) }],
      groupV2({ outputs: [output('b')] }),
    ]
    const { store, progress } = await indexed([
      { slot: 3, blockTime: null, transactions: [transactionOf('t', groups)] },
    ])
    expect(await count(store)).toBe(1n)
    expect(progress).toMatchObject({ blocks: 1, transactions: 1, undecodable: 1 })
    expect(await store.all('SELECT block_time FROM transactions')).toEqual([{ block_time: 0n }])
    expect(log.lines()[0]).toMatchObject({
      level: 'warn',
      slot: 3,
      signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/),
      reason: expect.stringMatching(/^v1 event \(50 bytes\): wanted/),
    })
  })
})
