import net, { type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '@/lib/testing/until'
import { virtualTime } from '@/lib/testing/virtual-time'
import { startToxicProxy, type ToxicProxy } from './toxic-proxy'
import { bandwidth, latency, limitData, resetPeer, slicer, slowClose, timeout } from './toxics'

const clock = virtualTime()
let server: net.Server
let proxy: ToxicProxy
let answer: Buffer
let sent: string
let open: number

beforeEach(async () => {
  answer = Buffer.from('an answer of thirty characters')
  sent = ''
  open = 0
  server = net.createServer((socket) => {
    open++
    socket.on('close', () => open--)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      sent += bytes
      socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy = await startToxicProxy((server.address() as AddressInfo).port)
})

afterEach(async () => {
  await proxy.down()
  await new Promise((resolve) => server.close(resolve))
})

interface Received {
  bytes: Buffer
  pieces: number
  /** Milliseconds to the first byte (NaN without one) and to the end. */
  firstMs: number
  endMs: number
  error: string | null
}

function askThrough(): Promise<Received> {
  const answered = new Promise<Received>((resolve) => {
    const pieces: Buffer[] = []
    let firstMs = Number.NaN
    let error: string | null = null
    const socket = net.connect(proxy.port, '127.0.0.1', () => socket.write('question'))
    socket.on('data', (piece) => {
      if (pieces.length === 0) firstMs = clock.monotonic()
      pieces.push(piece)
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error = code ?? 'error'
    })
    socket.on('close', () => {
      resolve({ bytes: Buffer.concat(pieces), pieces: pieces.length, firstMs, endMs: clock.monotonic(), error })
    })
  })
  return clock.during(answered)
}

test('without toxics everything passes both ways, and nothing stays open', async () => {
  const { bytes, error } = await askThrough()
  expect(bytes).toEqual(answer)
  expect(sent).toBe('question')
  expect(error).toBeNull()
  expect(proxy.connections).toBe(1)
  expect(proxy.bytesDown).toBe(answer.length)
  await until(() => proxy.openConnections + open === 0)
})

test('latency: everything later, either way', async () => {
  proxy.downstream = [latency(150)]
  expect((await askThrough()).firstMs).toBeGreaterThanOrEqual(150)
  proxy.downstream = []
  proxy.upstream = [latency(100)]
  const before = clock.monotonic()
  expect((await askThrough()).firstMs - before).toBeGreaterThanOrEqual(100)
})

test('bandwidth: bytes come at the rate', async () => {
  answer = Buffer.alloc(2_000, 'x')
  proxy.downstream = [bandwidth(10_000)]
  const { bytes, pieces, endMs } = await askThrough()
  expect(bytes).toEqual(answer)
  expect(pieces).toBe(2)
  expect(endMs).toBeGreaterThanOrEqual(200)
})

test('slow_close: all bytes at once, the end late', async () => {
  proxy.downstream = [slowClose(200)]
  const { bytes, firstMs, endMs } = await askThrough()
  expect(bytes).toEqual(answer)
  expect(endMs - firstMs).toBeGreaterThan(150)
})

test('timeout: nothing comes, then an orderly end, or none', async () => {
  proxy.downstream = [timeout(100)]
  const { bytes, endMs, error } = await askThrough()
  expect(sent).toBe('question')
  expect(bytes).toHaveLength(0)
  expect(endMs).toBeGreaterThanOrEqual(100)
  expect(error).toBeNull()

  proxy.downstream = [timeout(0)]
  const socket = net.connect(proxy.port, '127.0.0.1', () => socket.write('question'))
  await until(() => sent === 'questionquestion')
  await clock.pass(60_000)
  expect(proxy.openConnections).toBe(1)
  socket.destroy()
  await until(() => proxy.openConnections + open === 0)
  expect(proxy.bytesDown).toBe(0)
})

test('reset_peer: the connection is reset, at once or after a while', async () => {
  for (const ms of [0, 100]) {
    proxy.downstream = [resetPeer(ms)]
    const before = clock.monotonic()
    const { bytes, endMs, error } = await askThrough()
    expect(error).toBe('ECONNRESET')
    expect(bytes).toHaveLength(0)
    expect(endMs - before).toBeGreaterThanOrEqual(ms)
  }
})

test('slicer and limit_data, one after the other: small pieces, that many bytes, then the end', async () => {
  for (const most of [0, 20, 1_000]) {
    proxy.downstream = [limitData(most), slicer(4, 2)]
    const { bytes, pieces, error } = await askThrough()
    expect(bytes.toString()).toBe(answer.subarray(0, most).toString())
    expect(pieces).toBeGreaterThanOrEqual(Math.ceil(bytes.length / 8))
    expect(error).toBeNull()
  }
})

test('down: open connections are reset and new ones refused, until it is up again', async () => {
  proxy.downstream = [timeout(0)]
  const hanging = askThrough()
  await until(() => sent !== '')
  await proxy.down()
  expect((await hanging).error).toBe('ECONNRESET')
  expect((await askThrough()).error).toBe('ECONNREFUSED')
  proxy.downstream = []
  await proxy.up()
  expect((await askThrough()).bytes).toEqual(answer)
})
