import net from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { gate } from '@/lib/testing/gate'
import { newAccount } from '@/lib/testing/indexer/new-account'
import { storeWith } from '@/lib/testing/indexer/store-with'
import { key, PROGRAM_IDS, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { watchedReader } from '@/lib/testing/indexer/watched-reader'
import { until } from '@/lib/testing/until'
import { handlers } from '../handlers/handlers'
import { answer, type RpcService } from '../server/json-rpc'
import { startServer } from '../server/server'
import type { Store } from '../store/store'
import { ClientLeft, MAX_WORK_MS, WorkBudget } from './work'

const ACCOUNTS = 20_000
let store: Store
let end: () => Promise<void>
beforeAll(async () => {
  const [owner, data] = [
    PROGRAMS.tokenBytes,
    { discriminator: 1n, data: Buffer.from([1, 2, 3]), dataHash: key('data') },
  ]
  const outputs = Array.from({ length: ACCOUNTS }, (_, leafIndex) =>
    newAccount(`account ${leafIndex}`, { owner, data, leafIndex }),
  )
  const made = await storeWith(outputs)
  store = made.store
  end = made.end
})
afterAll(() => end())

let now = 0
const clock = clockOf(() => now)
let service: RpcService
beforeEach(() => {
  now = 0
  service = { store, chain: { tip: () => 7, maxLagSlots: 20 }, count: () => {}, clock }
})

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const broad = request('getCompressedAccountsByOwner', {
  owner: PROGRAM_IDS.token,
  filters: [{ memcmp: { offset: 1, bytes: '5' } }],
})

function slotTakes(ms: number) {
  const slot = handlers.getIndexerSlot
  return vi.spyOn(handlers, 'getIndexerSlot').mockImplementation((...given) => {
    now += ms
    return slot(...given)
  })
}

const TOO_MUCH = {
  id: 1,
  error: { code: -32000, message: expect.stringMatching(/^Too much work: 5 s were not enough/) },
}

describe('a body that costs too much', () => {
  it('has what was answered within the budget, and an error in place of each of the rest', async () => {
    const calls = slotTakes(1_000)
    const answers = JSON.parse(await answer(JSON.stringify(Array(50).fill(request('getIndexerSlot'))), service))
    expect(calls).toHaveBeenCalledTimes(MAX_WORK_MS / 1_000)
    expect(answers).toHaveLength(50)
    expect(answers.slice(0, 5)).toEqual(Array(5).fill({ jsonrpc: '2.0', id: 1, result: 7 }))
    for (const rest of answers.slice(5)) expect(rest).toMatchObject(TOO_MUCH)
  })

  it('stops in the middle of a look through an owner', async () => {
    let statements = 0
    const slow = countedReads(() => {
      statements++
      now += 600
    })
    const answers = JSON.parse(await answer(JSON.stringify(Array(4).fill(broad)), { ...service, store: slow }))
    // Each gives up after two seconds; the third has less left, the last none.
    expect(answers.map(({ error }: { error: { message: string } }) => error.message.slice(0, 20))).toEqual([
      'Validation Error: fi',
      'Validation Error: fi',
      'Too much work: 5 s w',
      'Too much work: 5 s w',
    ])
    expect(statements).toBe(10)
  })

  it('is not one that waited for others, however long', async () => {
    const calls = slotTakes(1)
    const work = new WorkBudget(clock)
    now += 1
    work.pause()
    now += 10 * MAX_WORK_MS
    work.resume()
    const other = new Promise<void>((resolve) => {
      setImmediate(() => {
        now += 10 * MAX_WORK_MS
        resolve()
      })
    })
    await work.waitFor(other)
    await work.others()
    expect(JSON.parse(await answer(JSON.stringify(request('getIndexerSlot')), service, work))).toMatchObject({
      result: 7,
    })
    expect(calls).toHaveBeenCalledOnce()
  })
})

function countedReads(before: () => void): Store {
  return Object.assign(Object.create(store), {
    read: (work: Parameters<Store['read']>[0]) => store.read((db) => work(watchedReader(db, before))),
  })
}

describe('others have their turn', () => {
  it('after each ten milliseconds of a batch', async () => {
    slotTakes(5)
    const order: string[] = []
    const latest = handlers.getLatestCompressionSignatures
    vi.spyOn(handlers, 'getLatestCompressionSignatures').mockImplementation((...given) => {
      order.push('other')
      return latest(...given)
    })
    const batch = answer(JSON.stringify(Array(100).fill(request('getIndexerSlot'))), service).then(() =>
      order.push('batch'),
    )
    const answers = []
    for (let i = 0; i < 20; i++) {
      answers.push(answer(JSON.stringify(request('getLatestCompressionSignatures')), service))
      await new Promise(setImmediate)
    }
    await Promise.all([batch, ...answers])
    expect(order.indexOf('batch')).toBe(20)
  })
})

describe('work for a client that has left', () => {
  const leavesAfter = (checks: number) => {
    let checked = 0
    return { hasLeft: () => ++checked > checks, keeps: () => {} }
  }

  it('ends a batch with the request that is being answered', async () => {
    const calls = slotTakes(0)
    const batch = JSON.stringify(Array(1_000).fill(request('getIndexerSlot')))
    await expect(answer(batch, service, new WorkBudget(clock, leavesAfter(10)))).rejects.toThrow(ClientLeft)
    expect(calls).toHaveBeenCalledTimes(10)
  })

  it('ends a look through an owner at its next step', async () => {
    let statements = 0
    const counted = countedReads(() => statements++)
    const count = vi.fn()
    const pending = answer(
      JSON.stringify(broad),
      { ...service, store: counted, count },
      new WorkBudget(clock, leavesAfter(2)),
    )
    await expect(pending).rejects.toThrow(ClientLeft)
    expect(statements).toBe(4)
    expect(count).not.toHaveBeenCalled()
  })

  it('is over as soon as the connection is closed, and others are answered', async () => {
    const { until: held, open: release } = gate()
    const calls = vi.spyOn(handlers, 'getIndexerSlot').mockImplementation(async () => {
      await held
      return 7
    })
    const server = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => '' })
    try {
      const body = JSON.stringify(Array(1_000).fill(request('getIndexerSlot')))
      const socket = net.connect(server.port, '127.0.0.1')
      const head = `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
      for (const _ of [1, 2]) socket.write(head + body)
      await until(() => calls.mock.calls.length === 1)
      socket.destroy()
      await until(() => server.connections().connections === 0)
      release()
      const response = await fetch(`http://127.0.0.1:${server.port}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request('getLatestCompressionSignatures')),
      })
      expect(await response.json()).toMatchObject({ result: { context: { slot: 7 } } })
      expect(calls).toHaveBeenCalledOnce()
      expect(server.connections().bytes).toBeLessThan(20_000)
    } finally {
      await server.close()
    }
  })
})
