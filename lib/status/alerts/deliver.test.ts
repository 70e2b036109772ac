import http from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { portOfTest } from '@/lib/testing/of-test'
import { until } from '@/lib/testing/until'
import { withCanaries } from '@/lib/testing/upstream/canary'
import { virtualTime } from '@/lib/testing/virtual-time'
import { Endpoint } from '../../upstream/networks/endpoint'
import { deliver, deliverAll } from './deliver'

const clock = virtualTime()
let answer: http.RequestListener
let server: http.Server
let open: number
let url: string
let got: { method: string; url: string; headers: http.IncomingHttpHeaders; body: string }[]

beforeEach(async () => {
  got = []
  open = 0
  answer = (_, response) => response.end('ok')
  server = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    got.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    answer(request, response)
  })
  server.on('connection', (socket) => {
    open++
    socket.on('close', () => open--)
  })
  url = `http://127.0.0.1:${await portOfTest(server)}`
})

const send = (to = url, withinMs = 2_000) =>
  deliver({ target: new Endpoint({ url: to, path: 'base' }).target(''), body: '{"a":1}' }, withinMs)

test('posts JSON to exactly the URL that was given, with its key and credentials', async () => {
  const to = withCanaries(url)
  expect(await send(to)).toEqual({ delivered: true, outcome: 'http_200', retryAfterMs: null })
  const { pathname, search } = new URL(to)
  expect(got).toMatchObject([
    {
      method: 'POST',
      url: pathname + search,
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', authorization: expect.stringMatching(/^Basic /) },
    },
  ])
})

describe('a receiver that', () => {
  test.each([204, 404, 410, 500])('answers %i', async (status) => {
    answer = (_, response) => response.writeHead(status).end()
    expect(await send()).toMatchObject({ delivered: status === 204, outcome: `http_${status}` })
  })

  test('asks for a pause', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '30' }).end()
    expect(await send()).toEqual({ delivered: false, outcome: 'http_429', retryAfterMs: 30_000 })
  })

  test.each([301, 302, 307, 308])('redirects with %i is not followed, not even to itself', async (status) => {
    answer = (_, response) => response.writeHead(status, { location: `${url}/elsewhere` }).end()
    expect(await send()).toMatchObject({ delivered: false, outcome: `http_${status}` })
    expect(got).toHaveLength(1)
  })

  test('takes the request and says nothing is left in time, and so is its connection', async () => {
    answer = () => {}
    const sent = send(url, 150)
    await until(() => got.length === 1)
    await clock.pass(150)
    expect(await sent).toMatchObject({ delivered: false, outcome: 'timeout' })
    await until(() => open === 0)
  })

  test('answers without an end was told all the same', async () => {
    answer = (_, response) => {
      response.writeHead(200)
      response.write('x'.repeat(100_000))
    }
    expect(await send(url, 300)).toMatchObject({ delivered: true })
    expect(open).toBe(1)
    await clock.pass(300)
    await until(() => open === 0)
  })

  test('closes the connection', async () => {
    answer = (request) => request.socket.destroy()
    expect(await send()).toMatchObject({ delivered: false, outcome: 'reset' })
  })

  test('is not there', async () => {
    server.close()
    server.closeAllConnections()
    expect(await send()).toMatchObject({ delivered: false, outcome: 'refused' })
  })
})

test('requests that belong together are sent in order, and none after one that did not arrive', async () => {
  answer = (request, response) => response.writeHead(request.url === '/2' ? 500 : 204).end()
  const requests = ['/1', '/2', '/3'].map((path) => ({
    target: new Endpoint({ url: url + path, path: 'base' }).target(''),
    body: '{}',
  }))
  expect(await deliverAll(requests, 2_000)).toMatchObject({ delivered: false, outcome: 'http_500' })
  expect(got.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /1', 'POST /2'])
})
