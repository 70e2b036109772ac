import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { HEAVY_REQUESTS } from '@/lib/testing/indexer/heavy-requests'
import { newAccount } from '@/lib/testing/indexer/new-account'
import { storeWith } from '@/lib/testing/indexer/store-with'
import { key, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { watchedReader } from '@/lib/testing/indexer/watched-reader'
import { MAX_PARAM_VALUES } from './json-rpc/envelope'
import { JsonReader } from './json-rpc/json-reader'
import { handlers } from './server/handlers'
import { MAX_BODY } from './server/json-rpc'
import { type RunningServer, startServer } from './server/server'
import type { Store } from './store/store'

/*
 * The heaviest bodies that were thought of. What each costs is counted, not timed: values made of its text at a time, handlers carried
 * out, questions to the store. A clock that goes on by ten milliseconds with each of the last gives the budgets of time.
 */

let world: Awaited<ReturnType<typeof storeWith>>
let server: RunningServer
let now = 0
const work = { statements: 0, handled: 0, values: 0 }

beforeAll(async () => {
  const data = { discriminator: 2n ** 64n - 1n, data: Buffer.alloc(200, 1), dataHash: key('data') }
  const part = { owner: PROGRAMS.tokenBytes, lamports: 2n ** 64n - 1n, data }
  const outputs = Array.from({ length: 12_000 }, (_, leafIndex) =>
    newAccount(`account ${leafIndex}`, { ...part, leafIndex }),
  )
  world = await storeWith(outputs)
  const clock = clockOf(() => now)
  const service = { store: counted(world.store), chain: { tip: () => 7, maxLagSlots: 20 }, count: () => {}, clock }
  server = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => '' })
})
afterAll(async () => {
  await server.close()
  await world.end()
})

/** The same store, its questions counted. */
function counted(of: Store): Store {
  const count = () => {
    now += 10
    work.statements++
  }
  return Object.assign(Object.create(of), {
    read: (ask: Parameters<Store['read']>[0]) => of.read((db) => ask(watchedReader(db, count))),
  })
}

beforeEach(() => {
  Object.assign(work, { statements: 0, handled: 0, values: 0 })
  for (const name of ['getCompressedAccountsByOwner', 'getLatestCompressionSignatures', 'getIndexerSlot'] as const) {
    const handler = handlers[name] as (...given: unknown[]) => Promise<never>
    vi.spyOn(handlers, name).mockImplementation((...given: unknown[]) => {
      work.handled++
      return handler(...given)
    })
  }
  const read = JsonReader.prototype.value
  vi.spyOn(JsonReader.prototype, 'value').mockImplementation(function (this: JsonReader, most) {
    expect(most).toBeLessThanOrEqual(MAX_PARAM_VALUES)
    const value = read.call(this, most)
    work.values = Math.max(work.values, valuesIn(value))
    return value
  })
})

/** Values within one, itself included. */
function valuesIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1)
}

async function ask(body: string): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

it.each(HEAVY_REQUESTS)('$name: what it costs is bounded, and others are answered meanwhile', async (heavy) => {
  const { body, answered, handled, statements } = heavy
  const text = body()
  expect(text.length).toBeLessThan(MAX_BODY)
  const pending = ask(text)
  const ended: string[] = []
  const others = Array.from({ length: 3 }, (_, id) => ask(`{"jsonrpc":"2.0","id":${id},"method":"getIndexerHealth"}`))
  for (const other of others) void other.then(() => ended.push('other'))
  void pending.then(() => ended.push('heavy'))
  const answer = await pending
  expect(await Promise.all(others)).toEqual(
    [0, 1, 2].map((id) => ({ status: 200, text: `{"jsonrpc":"2.0","result":"ok","id":${id}}` })),
  )
  // What goes on for long lets them pass.
  if (statements > 100) expect(ended).toEqual(['other', 'other', 'other', 'heavy'])
  expect(answer.status).toBe(200)
  expect(answer.text.length).toBeLessThan(MAX_BODY + 200)
  if (answered === '') expect(answer.text).toBe('')
  else expect(answer.text.replace(/^\[?\{"jsonrpc":"2\.0",/, '')).toMatch(answered)
  expect(work.values).toBeLessThanOrEqual(MAX_PARAM_VALUES)
  expect(work.handled).toBeLessThanOrEqual(handled)
  // Health of the three others asks for their slots.
  expect(work.statements).toBeLessThanOrEqual(statements + 6)
})
