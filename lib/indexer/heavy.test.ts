import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { newAccount } from '@/lib/testing/indexer/new-account'
import { storeWith } from '@/lib/testing/indexer/store-with'
import { key, PROGRAM_IDS, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { watchedReader } from '@/lib/testing/indexer/watched-reader'
import { handlers } from './handlers/handlers'
import { MAX_PARAM_VALUES } from './json-rpc/envelope'
import { JsonReader } from './json-rpc/json-reader'
import { MAX_BODY } from './server/json-rpc'
import { type RunningServer, startServer } from './server/server'
import type { Store } from './store/store'

/* Costs are counted, not timed. Each store query advances the clock by 10 ms, which drives the time budgets. */

const SIZE = 2_000_000
const owner = PROGRAM_IDS.token
const slot = 'getIndexerSlot'
const byOwner = 'getCompressedAccountsByOwner'
const latest = 'getLatestCompressionSignatures'

const call = (method: string, params: string, id = '1') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`
const batch = (count: number, one: string) => `[${Array(count).fill(one).join(',')}]`
const digits = (count: number) => '7'.repeat(count)
const many = (one: string) => one.repeat(SIZE / one.length)
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const filter = (offset: number, bytes: string) => `{"memcmp":{"offset":${offset},"bytes":"${bytes}"}}`
const members = (count: number) => Array.from({ length: count }, (_, i) => `"m${i}":0`).join(',')

const BROAD = call(byOwner, `{"owner":"${owner}","filters":[${filter(1, '5')}]}`)

const INVALID_PARAMS = /^"error":\{"code":-32602,/
const PARSE_ERROR = /^"error":\{"code":-32700,"message":"Parse error"\},"id":null\}$/
const TOO_LONG = /^"error":\{"code":-32701,.* requests in a batch"\},"id":null\}$/
const RESULT = /^"result":/

/** `answered`: how the answer begins, behind its first member. The numbers are upper limits of handlers and queries. */
type Row = [name: string, body: () => string, answered: RegExp | '', handled?: number, statements?: number]

const ROWS: Row[] = [
  [
    'a limit that is a list of numbers of 700,000 digits',
    () => call(latest, `{"limit":[${digits(SIZE / 3)},${digits(SIZE / 3)},${digits(SIZE / 3)}]}`),
    INVALID_PARAMS,
  ],
  ['a limit with an exponent of two million digits', () => call(latest, `[1e${digits(SIZE)}]`), INVALID_PARAMS],
  ['an id of a million lists', () => call(slot, '[]', lists(SIZE / 2)), PARSE_ERROR],
  ['an id of two million characters', () => call(slot, '[]', `"${many('x')}"`), RESULT, 1, 1],
  ['a method of two million characters', () => call(many('x'), '[]'), /^"error":\{"code":-32601,/],
  ['an owner of two million characters', () => call(byOwner, `["${many('z')}"]`), INVALID_PARAMS],
  [
    'a cursor of two million characters',
    () => call(latest, `{"cursor":"${many('z')}"}`),
    /^"error":\{"code":-32000,"message":"Validation Error: Invalid cursor z{128}…"/,
    1,
  ],
  ['half characters', () => call(latest, `{"cursor":"${many('\\ud800')}"}`), INVALID_PARAMS],
  ['blanks around a request', () => `${many(' ')}${call(slot, '[]')}${many('\n')}`, RESULT, 1, 1],
  ['lists that are never closed', () => many('['), PARSE_ERROR],
  ['objects that are never closed', () => many('{"a":'), PARSE_ERROR],
  ['levels in params that nobody reads', () => call(slot, lists(SIZE / 2)), INVALID_PARAMS],
  ['levels in a filter', () => call(byOwner, `{"owner":"${owner}","filters":[${lists(SIZE / 2)}]}`), INVALID_PARAMS],
  ['empty lists in params', () => call(latest, `{"limit":[${many('[],')}[]]}`), INVALID_PARAMS],
  ['one member of params again and again', () => call(latest, `{${many('"a":0,')}"a":0}`), INVALID_PARAMS],
  ['members of a request that nobody reads', () => `{${members(150_000)},${call(slot, '[]').slice(1)}`, RESULT, 1, 1],
  ['one id again and again', () => `{${many('"id":1,')}${call(slot, '[]').slice(1)}`, ''],
  [
    'five filters of 2,048 characters',
    () =>
      call(
        byOwner,
        `{"owner":"${owner}","filters":[${Array(5)
          .fill(filter(0, 'z'.repeat(2_048)))
          .join(',')}]}`,
      ),
    RESULT,
    1,
    30,
  ],
  ['a filter that no account fits', () => BROAD, RESULT, 1, 30],
  [
    'a thousand filters that no account fits',
    () => batch(1_000, BROAD),
    /"error":\{"code":-32000,"message":"Too much work/,
    100,
    510,
  ],
  [
    'a thousand pages of a thousand accounts under a V2 name',
    () => batch(1_000, call(`${byOwner}V2`, `{"owner":"${owner}"}`)),
    /^"error":\{"code":-32600,"message":"Invalid request"\},"id":null\}$/,
    40,
    120,
  ],
  [
    'a thousand requests, each with as many values as one may have',
    () => batch(1_000, call(latest, `{"limit":[${'0,'.repeat(900)}0]}`)),
    INVALID_PARAMS,
  ],
  ['a batch of one too many', () => batch(1_001, call(slot, '[]')), TOO_LONG],
  ['a batch of a million empty lists', () => `[${many('[],')}[]]`, TOO_LONG],
]

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

function valuesIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1)
}

async function ask(body: string): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

it.each(ROWS)('%s: what it costs is bounded, and others are answered meanwhile', async (...row) => {
  const [, body, answered, handled = 0, statements = 0] = row
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
  if (statements > 100) expect(ended).toEqual(['other', 'other', 'other', 'heavy'])
  expect(answer.status).toBe(200)
  expect(answer.text.length).toBeLessThan(MAX_BODY + 200)
  if (answered === '') expect(answer.text).toBe('')
  else expect(answer.text.replace(/^\[?\{"jsonrpc":"2\.0",/, '')).toMatch(answered)
  expect(work.values).toBeLessThanOrEqual(MAX_PARAM_VALUES)
  expect(work.handled).toBeLessThanOrEqual(handled)
  expect(work.statements).toBeLessThanOrEqual(statements + 6)
})
