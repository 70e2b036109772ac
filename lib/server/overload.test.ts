import http, { type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { pageTurns } from '@/lib/server/listener/page-turns'
import { requestCounts } from '@/lib/server/listener/request-counts'
import { portOfTest } from '@/lib/testing/of-test'
import { until } from '@/lib/testing/until'
import { requestContext } from '../platform/request-context'
import { createServer } from './listener/listener'

const SITE = { dev: false, https: false }

let port: number
let begun: { url: string; end: () => void }[]

const pages: RequestListener = (request, response) => {
  const end = () => {
    response.setHeader('content-type', 'text/html')
    response.end('<html><body>a page</body></html>')
  }
  begun.push({ url: request.url ?? '', end })
}

beforeEach(() => {
  begun = []
})

async function serve(framework: RequestListener, stalledMs?: number): Promise<void> {
  port = await portOfTest(
    createServer({ site: SITE, host: 'explorer.example', framework, ...(stalledMs && { stalledMs }) }),
  )
}

interface Reader {
  leave(): void
  answer: Promise<{ status: number; headers: http.IncomingHttpHeaders } | 'left'>
}

function reader(path: string, from = '127.0.0.1'): Reader {
  const agent = new http.Agent({ maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  let leave = () => {}
  const answer = new Promise<{ status: number; headers: http.IncomingHttpHeaders } | 'left'>((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path, agent, localAddress: from }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
    request.on('error', () => resolve('left'))
    leave = () => request.destroy()
  })
  return { answer, leave: () => leave() }
}

const inFlight = (count: number) => until(() => requestCounts().inFlight === count)

test('of two hundred readers of the dearest page who leave, one costs a page', async () => {
  await serve(pages)
  const readers = Array.from({ length: 200 }, () => reader('/owner/abc?limit=1000'))
  await until(() => begun.length === 1 && pageTurns().large.refused === 200 - 1 - 8)
  for (const { leave } of readers) leave()
  expect(new Set(await Promise.all(readers.map(({ answer }) => answer))).has('left')).toBe(true)
  await inFlight(0)
  expect(begun).toHaveLength(1)
  expect([pageTurns().large.running, pageTurns().large.waiting]).toEqual([0, 0])
  const next = reader('/owner/abc?limit=1000')
  await until(() => begun.length === 2)
  begun[1]?.end()
  expect(await next.answer).toMatchObject({ status: 200 })
})

test('large pages keep nobody from the usual ones', async () => {
  await serve(pages)
  const greedy = Array.from({ length: 5 }, () => reader('/delegate/abc?limit=250'))
  await until(() => begun.length === 1)
  const other = reader('/latest')
  await until(() => begun.some(({ url }) => url === '/latest'))
  begun.find(({ url }) => url === '/latest')?.end()
  expect(await other.answer).toMatchObject({ status: 200 })
  for (const { leave } of greedy) leave()
})

test('when too many wait, one more is told when to ask again', async () => {
  await serve(pages)
  const many = Array.from({ length: 40 }, () => reader('/owner/abc?limit=1000'))
  await until(() => pageTurns().large.refused === 40 - 1 - 8)
  const refused = await Promise.all(many.map(({ answer }) => Promise.race([answer, null])))
  const [first] = refused.filter((answer) => answer !== null)
  expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '2', refresh: '2' } })
  expect(begun).toHaveLength(1)
  for (const { leave } of many) leave()
})

test('a reader from elsewhere has its turn before the many of another', async () => {
  await serve(pages)
  const greedy = Array.from({ length: 60 }, () => reader('/help'))
  await until(() => begun.length === 2 && pageTurns().usual.waiting === 58)
  const other = reader('/status', '127.0.0.2')
  await until(() => pageTurns().usual.waiting === 59)
  begun[0]?.end()
  begun[1]?.end()
  await until(() => begun.some(({ url }) => url === '/status'))
  expect(begun.length).toBeLessThanOrEqual(4)
  begun.find(({ url }) => url === '/status')?.end()
  expect(await other.answer).toMatchObject({ status: 200 })
  for (const { leave } of greedy) leave()
})

test('fifty readers of a silent indexer take no place from one whose page is there', async () => {
  const silent = new Promise<void>(() => {})
  let waiting = 0
  await serve((request, response) => {
    if (!request.url?.startsWith('/owner')) return pages(request, response)
    waiting++
    void requestContext()?.turn?.whileWaiting(silent)
  })
  const readers = Array.from({ length: 50 }, (_, i) => reader(`/owner/${i}`))
  await until(() => waiting === 50)
  expect(pageTurns().usual.running).toBe(0)
  const other = reader('/help')
  await until(() => begun.length === 1)
  begun[0]?.end()
  expect(await other.answer).toMatchObject({ status: 200 })
  for (const { leave } of readers) leave()
})

test('what is no page waits for no turn', async () => {
  await serve((request, response) => {
    if (request.url === '/healthz') response.end('ok')
    else pages(request, response)
  })
  const busy = Array.from({ length: 10 }, () => reader('/help'))
  await until(() => begun.length === 2)
  expect(await reader('/healthz').answer).toMatchObject({ status: 200 })
  for (const { leave } of busy) leave()
})

test('a reader who takes nothing of its answer for a while is cut off; one that waits for us is not', async () => {
  let stalled = false
  let sayMore = () => {}
  const framework: RequestListener = (request, response) => {
    if (request.url === '/readyz') {
      sayMore = () => response.end('ready')
      return
    }
    response.once('close', () => {
      stalled = true
    })
    response.write(Buffer.alloc(64 * 1024 * 1024))
  }
  await serve(framework, 20)
  const waiting = reader('/readyz')
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'))
  socket.pause()
  await until(() => stalled)
  sayMore()
  expect(await waiting.answer).toMatchObject({ status: 200 })
  socket.destroy()
})

test('a page whose reader takes nothing of it holds no turn', async () => {
  let held = 0
  await serve((_, response) => {
    held = pageTurns().usual.running
    response.setHeader('content-type', 'text/x-component')
    response.write(Buffer.alloc(32 * 1024 * 1024))
  })
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write('GET /owner/abc HTTP/1.1\r\nHost: a\r\nRSC: 1\r\n\r\n')
  await until(() => held === 1 && pageTurns().usual.running === 0)
  expect(requestCounts().inFlight).toBe(1)
  socket.destroy()
  await inFlight(0)
})
