import net from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { gate } from '@/lib/testing/gate'
import { indexed } from '@/lib/testing/indexer/indexed'
import { socketsRead, until } from '@/lib/testing/until'
import { handlers } from '../handlers/handlers'
import { type ConnectionLimits, EXCHANGE_BYTES } from './connections'
import { type RunningServer, startServer } from './server'

const CONNECTION_LIMITS: ConnectionLimits = { connections: 4, bytes: 40_000_000, graceMs: 2_000 }

let server: RunningServer
let now = 0
const clients: Client[] = []

beforeEach(() => restart(CONNECTION_LIMITS))
afterEach(end)

async function restart(limits: ConnectionLimits): Promise<void> {
  now = 0
  const { store } = await indexed([{ slot: 7, blockTime: 0, transactions: [] }])
  const clock = clockOf(() => now)
  const service = { store, chain: { tip: () => 7, maxLagSlots: 20 }, count: () => {}, clock }
  server = await startServer(service, { host: '127.0.0.1', port: 0, metrics: () => '', limits })
}

async function end(): Promise<void> {
  for (const client of clients.splice(0)) client.leave()
  await server.close()
}

class Client {
  got = ''
  isClosed = false
  private readonly socket: net.Socket

  private constructor() {
    this.socket = net.connect(server.port, '127.0.0.1')
    this.socket.on('data', (chunk) => {
      this.got += chunk.toString('latin1')
    })
    this.socket.on('close', () => {
      this.isClosed = true
    })
    this.socket.on('error', () => {})
    clients.push(this)
  }

  /** Resolves once the server has accepted it, so that clients connect in order. */
  static async connect(): Promise<Client> {
    const client = new Client()
    await until(() => client.socket.readyState === 'open')
    await socketsRead()
    return client
  }

  async send(text: string): Promise<void> {
    await new Promise((resolve) => this.socket.write(text, resolve))
    await socketsRead()
  }

  stopReading(): void {
    this.socket.pause()
  }

  read(): void {
    this.socket.resume()
  }

  leave(): void {
    this.socket.destroy()
  }

  async status(): Promise<number | null> {
    await until(() => this.isClosed || /^HTTP\/1\.1 \d+ .*\r\n\r\n/s.test(this.got))
    const [, status] = /^HTTP\/1\.1 (\d+) /.exec(this.got) ?? []
    return status === undefined ? null : Number(status)
  }
}

const SLOT = '{"jsonrpc":"2.0","id":1,"method":"getIndexerSlot"}'

function post(body: string, length = body.length): string {
  return `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
}

async function askAnew(): Promise<number | null> {
  const client = await Client.connect()
  await client.send(post(SLOT))
  return client.status()
}

async function several(count: number, text: string): Promise<Client[]> {
  const made: Client[] = []
  for (let i = 0; i < count; i++) {
    const client = await Client.connect()
    if (text !== '') await client.send(text)
    made.push(client)
  }
  return made
}

const closed = (of: Client[]) => of.map(({ isClosed }) => isClosed)

describe('connections that ask nothing', () => {
  it('give way to new ones, the oldest first', async () => {
    const silent = await several(7, '')
    expect(server.connections().connections).toBe(4)
    await until(() => silent[2]?.isClosed === true)
    expect(closed(silent)).toEqual([true, true, true, false, false, false, false])
    expect(await askAnew()).toBe(200)
    await until(() => silent[3]?.isClosed === true)
    expect(server.connections().connections).toBe(4)
  })
})

describe('connections that let us wait', () => {
  it.each([
    ['its headers', 'POST / HTTP/1.1\r\nhost: a\r\n', true],
    ['its body', post('{', 100), false],
  ])(
    'for the rest of %s give way after the grace, at once where nothing of a request is there',
    async (_, text, isIdle) => {
      const slow = await several(4, text)
      now = CONNECTION_LIMITS.graceMs - 1
      expect(await askAnew()).toBe(isIdle ? 200 : 429)
      now = 2 * CONNECTION_LIMITS.graceMs
      expect(await askAnew()).toBe(200)
      await until(() => slow[0]?.isClosed === true)
    },
  )

  it('cannot be more than there is room for, though nobody is asked to leave', async () => {
    await several(4, post('{', 100))
    for (let i = 0; i < 20; i++) await Client.connect()
    expect(server.connections().connections).toBeLessThanOrEqual(CONNECTION_LIMITS.connections + 1)
  })
})

describe('connections that we let wait', () => {
  it('are never closed; who comes then is turned away, with an answer in JSON that browsers may read', async () => {
    const { until: held, open: release } = gate()
    const slot = handlers.getIndexerSlot
    const spy = vi.spyOn(handlers, 'getIndexerSlot').mockImplementation(async (...given) => {
      await held
      return slot(...given)
    })
    const busy = await several(1, post(SLOT))
    await until(() => spy.mock.calls.length === 1)
    busy.push(...(await several(3, post(SLOT))))
    now = 100 * CONNECTION_LIMITS.graceMs
    const turnedAway = await Client.connect()
    await turnedAway.send(post(SLOT))
    expect(await turnedAway.status()).toBe(429)
    await until(() => turnedAway.isClosed)
    expect(turnedAway.got).toContain('connection: close')
    expect(turnedAway.got).toContain('access-control-allow-origin: *')
    expect(turnedAway.got).toMatch(
      /\r\n\r\n\{"jsonrpc":"2\.0","error":\{"code":-32000,"message":"Too many connections\. Please try again later\."\},"id":null\}$/,
    )
    expect(closed(busy)).toEqual([false, false, false, false])
    release()
    for (const client of busy) expect(await client.status()).toBe(200)
    expect(await askAnew()).toBe(200)
  })
})

describe('what is kept for clients', () => {
  const large = (bytes: number) => post(`{"jsonrpc":"2.0","method":"getIndexerSlot","id":"${'x'.repeat(bytes)}"}`)
  const SIZE = 9_000_000

  it('is bounded: of those that do not read their answers the oldest go', async () => {
    await server.close()
    await restart({ ...CONNECTION_LIMITS, connections: 100, bytes: 40_000_000 })
    const unread: Client[] = []
    for (let i = 0; i < 8; i++) {
      const client = await Client.connect()
      client.stopReading()
      await client.send(large(SIZE))
      expect(await askAnew()).toBe(200)
      expect(server.connections().bytes).toBeLessThanOrEqual(40_000_000)
      unread.push(client)
      now++
    }
    for (const client of unread) client.read()
    const whole = (client: Client) => client.got.length > SIZE
    await until(() => unread.every((client) => client.isClosed || whole(client)))
    expect(unread.map(whole)).toEqual([false, false, false, false, true, true, true, true])
  })

  it('counts bodies that do not end, and nothing once they are gone', async () => {
    const bodies = await several(3, post('x'.repeat(1_000_000), 9_000_000))
    await until(() => server.connections().bytes === 3 * (1_000_000 + EXCHANGE_BYTES))
    for (const client of bodies) client.leave()
    await until(() => server.connections().connections === 0)
    expect(server.connections().bytes).toBe(0)
  })
})

it('requests sent at once on one connection are answered one after the other, and keep nobody waiting', async () => {
  const handled: string[] = []
  const slot = handlers.getIndexerSlot
  vi.spyOn(handlers, 'getIndexerSlot').mockImplementation((...given) => {
    handled.push('many')
    return slot(...given)
  })
  const latest = handlers.getLatestCompressionSignatures
  vi.spyOn(handlers, 'getLatestCompressionSignatures').mockImplementation((...given) => {
    handled.push('one')
    return latest(...given)
  })
  const [many, one] = await several(2, '')
  const other = post('{"jsonrpc":"2.0","id":1,"method":"getLatestCompressionSignatures","params":{}}')
  await Promise.all([many?.send(post(SLOT).repeat(300)), one?.send(other)])
  expect(await one?.status()).toBe(200)
  await until(() => handled.length === 301)
  expect(handled.indexOf('one')).toBeLessThan(100)
  await until(() => many?.got.match(/HTTP\/1\.1 200 /g)?.length === 300)
})
