import net, { type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startToxicProxy, type ToxicProxy } from '@/lib/testing/stand-in/toxic-proxy'
import { bandwidth, latency, limitData, resetPeer, slicer, slowClose, timeout } from '@/lib/testing/stand-in/toxics'

/** Answers everything with the same bytes and ends. */
let server: net.Server
let proxy: ToxicProxy
let answer: Buffer
/** What the server received. */
let heard: Buffer[]
let serverSockets: Set<Socket>

beforeEach(async () => {
  answer = Buffer.from('an answer of thirty characters')
  heard = []
  serverSockets = new Set()
  server = net.createServer((socket) => {
    serverSockets.add(socket)
    socket.on('close', () => serverSockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      heard.push(bytes)
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

interface Heard {
  bytes: Buffer
  pieces: number
  /** Milliseconds to the first byte, NaN without one, and to the end. */
  firstMs: number
  endMs: number
  error: string | null
}

/** Sends a question and listens until the connection ends. */
function askThrough(question = 'question'): Promise<Heard> {
  return new Promise((resolve) => {
    const started = performance.now()
    const pieces: Buffer[] = []
    let firstMs = Number.NaN
    let error: string | null = null
    const socket = net.connect(proxy.port, '127.0.0.1', () => socket.write(question))
    socket.on('data', (piece) => {
      if (pieces.length === 0) firstMs = performance.now() - started
      pieces.push(piece)
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      error = code ?? 'error'
    })
    socket.on('close', () => {
      const endMs = performance.now() - started
      resolve({ bytes: Buffer.concat(pieces), pieces: pieces.length, firstMs, endMs, error })
    })
  })
}

test('without toxics everything passes both ways, and nothing stays open', async () => {
  const { bytes, error } = await askThrough()
  expect(bytes).toEqual(answer)
  expect(Buffer.concat(heard).toString()).toBe('question')
  expect(error).toBeNull()
  expect(proxy.connections).toBe(1)
  expect(proxy.bytesDown).toBe(answer.length)
  await expect.poll(() => proxy.openConnections + serverSockets.size).toBe(0)
})

test('latency: everything later, a long answer not much more than a short one', async () => {
  answer = Buffer.alloc(1_000_000, 'x')
  proxy.downstream = [latency(150)]
  const { bytes, firstMs, endMs } = await askThrough()
  expect(bytes).toHaveLength(1_000_000)
  expect(firstMs).toBeGreaterThan(140)
  expect(endMs).toBeLessThan(1_000)
})

test('latency on the way to the server as well', async () => {
  proxy.upstream = [latency(100)]
  expect((await askThrough()).firstMs).toBeGreaterThan(90)
})

test('down: open connections are reset and new ones refused, until it is up again', async () => {
  proxy.downstream = [timeout(0)]
  const hanging = askThrough()
  await expect.poll(() => heard.length).toBe(1)
  await proxy.down()
  expect((await hanging).error).toBe('ECONNRESET')
  expect((await askThrough()).error).toBe('ECONNREFUSED')
  proxy.downstream = []
  await proxy.up()
  expect((await askThrough()).bytes).toEqual(answer)
})

test('bandwidth: bytes come at the rate', async () => {
  answer = Buffer.alloc(2_000, 'x')
  proxy.downstream = [bandwidth(10_000)]
  const { bytes, pieces, endMs } = await askThrough()
  expect(bytes).toEqual(answer)
  expect(pieces).toBeGreaterThan(1)
  expect(endMs).toBeGreaterThan(180)
})

test('slow_close: all bytes at once, the end late', async () => {
  proxy.downstream = [slowClose(200)]
  const { bytes, firstMs, endMs } = await askThrough()
  expect(bytes).toEqual(answer)
  expect(endMs - firstMs).toBeGreaterThan(150)
})

test('timeout: nothing comes, then an orderly end', async () => {
  proxy.downstream = [timeout(100)]
  const { bytes, endMs, error } = await askThrough()
  expect(heard).toHaveLength(1)
  expect(bytes).toHaveLength(0)
  expect(endMs).toBeGreaterThan(90)
  expect(error).toBeNull()
})

test('timeout 0: nothing comes at all, and a client that leaves is noticed', async () => {
  proxy.downstream = [timeout(0)]
  const socket = net.connect(proxy.port, '127.0.0.1', () => socket.write('question'))
  await expect.poll(() => heard.length).toBe(1)
  expect(proxy.openConnections).toBe(1)
  socket.destroy()
  await expect.poll(() => proxy.openConnections + serverSockets.size).toBe(0)
  expect(proxy.bytesDown).toBe(0)
})

test('reset_peer: the connection is reset, at once or after a while', async () => {
  for (const ms of [0, 100]) {
    proxy.downstream = [resetPeer(ms)]
    const { bytes, endMs, error } = await askThrough()
    expect(error).toBe('ECONNRESET')
    expect(bytes).toHaveLength(0)
    expect(endMs).toBeGreaterThan(ms * 0.9)
  }
})

test('slicer: the same bytes in small pieces', async () => {
  proxy.downstream = [slicer(5, 2, 5)]
  const { bytes, pieces } = await askThrough()
  expect(bytes).toEqual(answer)
  expect(pieces).toBeGreaterThan(3)
})

test('limit_data: that many bytes, then the end', async () => {
  for (const most of [0, 7, 1_000]) {
    proxy.downstream = [limitData(most)]
    const { bytes, error } = await askThrough()
    expect(bytes.toString()).toBe(answer.subarray(0, most).toString())
    expect(error).toBeNull()
  }
})

test('toxics follow one another', async () => {
  proxy.downstream = [latency(50), limitData(20), slicer(4, 0, 2)]
  const { bytes, firstMs, pieces } = await askThrough()
  expect(bytes).toEqual(answer.subarray(0, 20))
  expect(firstMs).toBeGreaterThan(45)
  expect(pieces).toBeGreaterThan(2)
})
